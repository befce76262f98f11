/** What decided a game, and what is worth a celebration. */

import { describe, expect, test } from "vitest";
import { pictureOf } from "../src/lib/pictures";
import type { Facts } from "../src/lib/types";
import { featsOf, newFeats } from "../src/play/celebrations";
import { decisionOf } from "../src/play/endings";

const row = (count: number): (number | null)[] => [0, 1, 2, 3, 4].map((at) => (at < count ? at : null));
const azul = (...walls: (number | null)[][][]): Facts => ({ boards: walls.map((wall) => ({ wall })) }) as unknown as Facts;
const result = (points: number[], places: number[]) => ({
  points,
  places,
  winners: places.flatMap((place, seat) => (place === 1 ? [seat] : [])),
});

describe("what decided it", () => {
  test("points, by so many", () => {
    expect(decisionOf("azul", azul([], []), result([40, 33], [1, 2]), [])).toEqual({ by: "points", margin: 7 });
    expect(decisionOf("blockers", {} as Facts, result([9, 4, 6], [3, 1, 2]), [])).toEqual({ by: "points", margin: 2 });
  });
  test("whole rows in Azul", () => {
    const walls = azul([row(5), row(3)], [row(5), row(5)]);
    expect(decisionOf("azul", walls, result([40, 40], [2, 1]), [])).toEqual({ by: "rows", points: 40, first: 2, second: 1 });
  });
  test("captured tiles in Blockers!", () => {
    const facts = { captured: [[1, 2, 3], [1]] } as unknown as Facts;
    expect(decisionOf("blockers", facts, result([4, 4], [2, 1]), [])).toEqual({ by: "captured", points: 4, first: 1, second: 3 });
  });
  test("the start tile in Duel", () => {
    expect(decisionOf("duel", {} as Facts, result([60, 60], [1, 2]), [])).toEqual({ by: "start", points: 60 });
  });
  test("nothing that is known, in a game without a board here", () => {
    expect(decisionOf("heaps", {} as Facts, result([4, 4], [2, 1]), [])).toBeNull();
    expect(pictureOf("heaps", {} as Facts)).toBe("");
  });
  test("nothing, when the victory is shared", () => {
    expect(decisionOf("azul", azul([], []), result([40, 40], [1, 1]), [])).toEqual({ by: "nothing", points: 40 });
  });
  test("that the next one resigned, whatever the points", () => {
    expect(decisionOf("azul", azul([], []), result([10, 40], [1, 2]), [1])).toEqual({ by: "resigning" });
  });
});

describe("what is celebrated", () => {
  const empty = [0, 1, 2, 3, 4].map(() => row(0));
  test("a row, a column and a colour of a wall", () => {
    const wall = empty.map((line, at) => (at === 2 ? [2, 0, 1, 3, 4] : [at, ...line.slice(1)]));
    const names = featsOf("azul", azul(empty, wall)).map(({ name }) => name);
    expect(names).toEqual(["1-column-0", "1-row-2"].sort());
    const diagonal = empty.map((_, at) => [0, 1, 2, 3, 4].map((column) => (column === at ? 3 : null)));
    expect(featsOf("azul", azul(diagonal))).toEqual([{ name: "0-colour-3", spots: [0, 1, 2, 3, 4].map((at) => `wall-0-${at}-${at}`) }]);
  });
  test("only what is new", () => {
    const one = azul(empty.with(0, row(5)));
    const two = azul(empty.with(0, row(5)).with(1, row(5)));
    expect(newFeats("azul", one, two).map(({ name }) => name)).toEqual(["0-row-1"]);
    expect(newFeats("azul", two, two)).toEqual([]);
  });
  test("rows and columns of a dome, nothing in Blockers!", () => {
    const dome = [0, 1, 2, 3, 4, 5].map((at) => Array<number | null>(6).fill(at === 4 ? 1 : null));
    expect(featsOf("duel", { boards: [{ tiles: dome }] } as unknown as Facts)).toMatchObject([{ name: "0-row-4" }]);
    expect(featsOf("blockers", {} as Facts)).toEqual([]);
  });
});
