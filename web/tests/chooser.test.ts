import { beforeEach, describe, expect, it, vi } from "vitest";
import { Chooser } from "../src/lib/chooser.svelte";
import type { Choice, Parts } from "../src/lib/types";

const choice = (move: number, parts: Parts): Choice => ({ move, parts, code: `m${move}`, say: `move ${move}` });
const CHOICES = [
  choice(0, { kind: "take", source: 0, colour: 1, line: 0 }),
  choice(1, { kind: "take", source: 0, colour: 1, line: 1 }),
  choice(2, { kind: "take", source: 2, colour: 3, line: 1 }),
];

describe("choosing a move by its parts", () => {
  let chooser: Chooser;
  const chosen = vi.fn();
  beforeEach(() => {
    chooser = new Chooser();
    chosen.mockReset();
    chooser.onmove = chosen;
    chooser.offer(CHOICES);
  });

  it("offers only what a legal move has", () => {
    expect(chooser.can({ source: 0 })).toBe(true);
    expect(chooser.can({ source: 1 })).toBe(false);
    expect(chooser.values("line")).toEqual([0, 1]);
  });

  it("shows a hint where its move begins, and nowhere else", () => {
    expect(chooser.isHinted({ kind: "take", source: 0, colour: 1 })).toBe(false);
    chooser.hinted = { kind: "take", source: 0, colour: 1 };
    expect(chooser.isHinted({ kind: "take", source: 0, colour: 1 })).toBe(true);
    expect(chooser.isHinted({ kind: "take", source: 2, colour: 1 })).toBe(false);
    expect(chooser.isHinted({ kind: "take", line: 1 })).toBe(false);
    chooser.hinted = { kind: "leave" };
    expect(chooser.isHinted({ kind: "leave" })).toBe(true);
    expect(chooser.isHinted({ kind: "take", source: 0 })).toBe(false);
  });

  it("leaves fewer moves with every part", () => {
    chooser.pick({ source: 0, colour: 1 });
    expect(chooser.left.map(({ move }) => move)).toEqual([0, 1]);
    expect(chooser.can({ colour: 3 })).toBe(false);
    expect(chooser.could({ colour: 3 })).toBe(true);
    expect(chosen).not.toHaveBeenCalled();
  });

  it("plays the move when all its parts are picked", () => {
    chooser.pick({ source: 0, colour: 1 });
    chooser.pick({ line: 1 });
    expect(chosen).toHaveBeenCalledExactlyOnceWith(CHOICES[1]);
  });

  it("does not play a move that is the only one left but not yet pointed at", () => {
    chooser.pick({ source: 2 });
    expect(chooser.left).toHaveLength(1);
    expect(chosen).not.toHaveBeenCalled();
  });

  it("begins anew where two parts do not go together", () => {
    chooser.pick({ source: 0, colour: 1 });
    chooser.pick({ source: 2, colour: 3 });
    expect(chooser.picked).toEqual({ source: 2, colour: 3 });
  });

  it("lets go of what is picked twice, and of nothing else", () => {
    chooser.pick({ source: 0, colour: 1 });
    chooser.pick({ source: 0 });
    expect(chooser.picked).toEqual({ colour: 1 });
    expect(chooser.begun).toBe(true);
  });

  it("ignores what no move has", () => {
    chooser.pick({ source: 7 });
    expect(chooser.begun).toBe(false);
  });
});
