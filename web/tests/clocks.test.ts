import { expect, it } from "vitest";
import { leftAt } from "../src/lib/clocks";

const clocks = { left: [840_000, 900_000], running: 0, time: 1_000_000 };

it("counts from when the turn began, whenever that is told", () => {
  expect(leftAt(clocks, 0, 1_000_000)).toBe(840_000);
  expect(leftAt(clocks, 0, 1_014_000)).toBe(826_000);
});
it("lets the others' time stand still", () => {
  expect(leftAt(clocks, 1, 1_014_000)).toBe(900_000);
});
it("never goes below nothing, nor above what there was", () => {
  expect(leftAt(clocks, 0, 9_000_000)).toBe(0);
  expect(leftAt(clocks, 0, 900_000)).toBe(840_000);
});
