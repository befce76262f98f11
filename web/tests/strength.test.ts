/** What a measured difference in strength means, told honestly. */

import { expect, test } from "vitest";
import type { Rung } from "../src/lib/api-types";
import { heights, measured, winShare } from "../src/lib/strength";

const rung = (level: number, games: number, elo: number | null, margin: number | null): Rung => ({
  level,
  simulations: 1,
  learned: false,
  errs: true,
  games,
  elo,
  margin,
});

test("equal strength wins half of the games, 400 Elo ten of eleven", () => {
  expect(winShare(0)).toBe(0.5);
  expect(winShare(400)).toBeCloseTo(10 / 11);
});

test("the interval is told beside the figure", () => {
  expect(measured(rung(3, 36, 290, 154))).toEqual({ percent: 84, least: 69, most: 93, games: 36 });
});

test("what was not measured, or won every game, has no figure", () => {
  expect(measured(rung(1, 0, null, null))).toBeNull();
  expect(measured(rung(8, 8, null, null))).toBeNull();
});

test("the steps stand one on top of the other", () => {
  expect(heights([rung(1, 0, null, null), rung(2, 10, 100, 9), rung(3, 10, 300, 9)])).toEqual([0, 0.25, 1]);
  expect(heights([rung(1, 0, null, null), rung(2, 10, 200, 9), rung(3, 8, null, null)])).toEqual([0, 0.5, 1]);
});
