import { expect, it } from "vitest";
import { beats, moveTiles } from "../src/games/azul/beats";
import type { AzulFacts } from "../src/games/azul/facts";
import { flightsOf, moments, overflowOf } from "../src/games/moving";
import type { Movement, StoryEvent } from "../src/lib/types";

const moved = (tile: number, count: number, source: Movement["source"], target: Movement["target"], event = -1): Movement => ({
  event,
  seat: 0,
  tile,
  count,
  source,
  target,
});
const part = (kind: string, seat: number, points = 0): StoryEvent =>
  ({ kind, seat, points, row: 1, column: 2, across: 1, down: 1, count: 1, colour: 0, move: null }) as unknown as StoryEvent;
const board = () => ({ score: 0, lines: [0, 1, 2, 3, 4].map((): [null, 0] => [null, 0]), wall: [[], [], [], [], []], floor: [] });
const facts = (): AzulFacts => ({
  turn: 0,
  round: 1,
  start: 0,
  marker: "centre",
  line: null,
  bag: [0, 0, 0, 0, 0],
  lid: [0, 0, 0, 0, 0],
  centre: [0, 0, 0, 0, 0],
  discs: [[3, 1, 0, 0, 0]],
  boards: [board(), board()],
});

const TAKE = [
  moved(0, 3, { name: "disc", row: 0 }, { name: "hand" }),
  moved(1, 1, { name: "disc", row: 0 }, { name: "centre" }),
  moved(0, 2, { name: "hand" }, { name: "line", row: 1, column: 0 }),
  moved(0, 1, { name: "hand" }, { name: "floor", column: 0 }),
];

it("lets tiles fly from where they were taken to where they were laid", () => {
  const spots = { face: String, spot: ({ name }: Movement["source"], _: Movement, at: number) => `${name}-${at}` };
  expect(flightsOf(TAKE, spots).map(({ from, to }) => [from, to])).toEqual([
    ["disc-0", "centre-0"],
    ["disc-0", "line-0"],
    ["disc-1", "line-1"],
    ["disc-2", "floor-0"],
  ]);
});

it("draws what was told, and leaves what was there before as it is", () => {
  const before = facts();
  const after = moveTiles(before, TAKE);
  expect(after.discs[0]).toEqual([0, 0, 0, 0, 0]);
  expect(after.centre).toEqual([0, 1, 0, 0, 0]);
  expect(after.boards[0]?.lines[1]).toEqual([0, 2]);
  expect(after.boards[0]?.floor).toEqual([0]);
  expect(before).toEqual(facts());
});

it("scores all boards at the same time", () => {
  const story = [part("tile", 0), part("tile", 0), part("floor", 0), part("tile", 1), part("floor", 1), part("deal", 0)];
  expect(moments(story, ({ kind }) => kind !== "deal")).toEqual([[0, 3], [1, 4], [2], [5]]);
});

it("keeps what comes after a part of its own behind it", () => {
  const story = [part("tile", 1), part("deal", 0), part("tile", 0), part("tile", 1)];
  expect(moments(story, ({ kind }) => kind !== "deal")).toEqual([[0], [1], [2, 3]]);
});

it("shows a take, then the scoring of both boards as one moment", () => {
  const story = [part("tile", 0, 3), part("tile", 1, 5)];
  const after = facts();
  const found = beats(facts(), { seat: 0, move: null, story, movements: TAKE }, after);
  expect(found.map((beat) => beat.notes?.map(({ points }) => points) ?? [])).toEqual([[], [3, 5], []]);
  expect((found[1]?.facts as AzulFacts).boards.map(({ score }) => score)).toEqual([3, 5]);
  expect(found[2]?.facts).toBe(after);
});

it("tells what a line had no room for, and nothing where all was laid or dropped on purpose", () => {
  expect(overflowOf(TAKE)).toEqual({ line: 2, count: 1, to: "floor" });
  expect(overflowOf(TAKE.slice(0, 3))).toBeNull();
  expect(overflowOf([moved(0, 3, { name: "hand" }, { name: "floor", column: 0 })])).toBeNull();
  const marker = moved(5, 1, { name: "hand" }, { name: "floor", column: 0 });
  expect(overflowOf([marker, ...TAKE.slice(0, 3)]), "the marker fell for another reason").toBeNull();
});
