import { expect, it } from "vitest";
import type { GameEvent, StoryEvent } from "../src/lib/types";
import { scoredParts, sum, tally } from "../src/play/tally";

const part = (kind: string, points: number, seat = 0): StoryEvent => ({ kind, points, seat }) as StoryEvent;
const move = (ply: number, ...story: StoryEvent[]): GameEvent => ({ kind: "move", ply, story }) as GameEvent;
const undone = (ply: number): GameEvent => ({ kind: "undone", ply, story: [] as StoryEvent[] }) as GameEvent;

it("counts no move that was taken back, and no event without points", () => {
  const log = [move(1, part("tile", 2)), move(2, part("tile", 5)), undone(1), move(2, part("tile", 3), part("deal", 0))];
  expect(scoredParts(log).map(({ points }) => points)).toEqual([2, 3]);
});

it("puts kinds with one heading into one row, in the game's order", () => {
  const parts = [part("floor_start", -2), part("tile", 4), part("floor", -1)];
  const rows = tally(parts, { tile: "duel.kind.tile", floor: "duel.kind.floor", floor_start: "duel.kind.floor" });
  expect(rows.map((row) => [row.heading, sum(row.parts)])).toEqual([
    ["Tiles laid on the dome", 4],
    ["Broken tiles and start tile", -3],
  ]);
});

it("shows a kind without a heading by its own name", () => {
  expect(tally([part("long_road", 2)], {}).map((row) => row.heading)).toEqual(["long road"]);
});
