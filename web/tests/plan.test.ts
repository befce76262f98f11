import { expect, it } from "vitest";
import type { Choice } from "../src/lib/types";
import { Plan } from "../src/play/plan.svelte";

const choice = (move: number, source: number, target: number): Choice => ({
  move,
  code: String(move),
  parts: { kind: "take", source, target },
  say: "",
});

it("plays a plan that is still possible", () => {
  const plan = new Plan();
  plan.offer([choice(1, 1, 1), choice(2, 2, 1)]);
  plan.chooser.pick({ kind: "take", source: 1 });
  plan.chooser.pick({ kind: "take", target: 1 });
  plan.offer([choice(1, 1, 1)]);
  expect(plan.take([choice(1, 1, 1)])?.move).toBe(1);
  expect(plan.dropped).toBe(false);
});

it("says that a plan was dropped, even when it was seen before one's turn", () => {
  const plan = new Plan();
  plan.offer([choice(1, 1, 1), choice(2, 2, 1)]);
  plan.chooser.pick({ kind: "take", source: 1 });
  plan.chooser.pick({ kind: "take", target: 1 });
  plan.offer([choice(2, 2, 1)]);
  expect(plan.take([choice(2, 2, 1)])).toBe(null);
  expect(plan.dropped).toBe(true);
});
