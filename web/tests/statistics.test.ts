/** Statistics of one's own games: records, streaks, averages, and where points came from. */

import { describe, expect, test } from "vitest";
import type { Finished } from "../src/lib/api-types";
import { outcomeOf, saidScore, scoreAgainst, statisticsOf } from "../src/lib/statistics";

function game(points: number[], more: Partial<Finished> = {}): Finished {
  const places = points.map((own) => 1 + points.filter((other) => other > own).length);
  const players = points.map((_, seat) => (seat === 0 ? null : "level:3"));
  return { game: "g", name: "azul", ended: 0, seat: 0, players, left: null, points, places, sources: null, ...more };
}

describe("how a game ended for me", () => {
  test("won, shared, lost", () => {
    expect(outcomeOf(game([40, 30]))).toBe("won");
    expect(outcomeOf(game([30, 30]))).toBe("shared");
    expect(outcomeOf(game([20, 30]))).toBe("lost");
  });
  test("who did not play to the end has lost, whatever the points", () => {
    for (const left of ["left", "absent", "clock", "resigned"] as const) expect(outcomeOf(game([40, 30], { left }))).toBe("lost");
  });
});

describe("my record against somebody", () => {
  const results = [game([40, 30]), game([20, 30]), game([20, 30], { name: "duel" }), game([9, 9]), game([50, 30], { left: "resigned" })];
  test("of one game or of all", () => {
    expect(scoreAgainst(results, "level:3", "azul")).toEqual({ won: 1, shared: 1, lost: 2 });
    expect(scoreAgainst(results, "level:3")).toEqual({ won: 1, shared: 1, lost: 3 });
    expect(scoreAgainst(results, "level:4")).toEqual({ won: 0, shared: 0, lost: 0 });
  });
  test("with several opponents each is counted by who came before whom", () => {
    const four = game([30, 40, 20, 10], { players: [null, "level:3", "level:3", "level:5"] });
    expect(scoreAgainst([four], "level:3")).toEqual({ won: 1, shared: 0, lost: 1 });
    expect(scoreAgainst([four], "level:5")).toEqual({ won: 1, shared: 0, lost: 0 });
  });
  test("is said in short", () => {
    expect(saidScore({ won: 3, shared: 0, lost: 5 })).toBe("3–5");
    expect(saidScore({ won: 3, shared: 1, lost: 5 })).toBe("3–1–5");
  });
});

describe("the figures of a game", () => {
  const results = [
    game([40, 30], { game: "last", sources: [{ tile: 42, floor: -2 }, {}] }),
    game([60, 30], { game: "best", sources: [{ tile: 50, row: 10 }, {}] }),
    game([10, 30]),
    game([40, 30]),
    game([40, 30]),
    game([40, 30]),
    game([99, 30], { left: "left" }),
    game([1, 2], { name: "blockers" }),
  ];
  const figures = statisticsOf(results, "azul", false);
  test("averages and the best are of games played to their end", () => {
    expect(figures.played).toBe(7);
    expect(figures.average).toBeCloseTo(230 / 6);
    expect(figures.best).toEqual({ points: 60, game: "best" });
  });
  test("streaks: the present one, and the longest ever", () => {
    expect([figures.streak, figures.longest]).toEqual([2, 3]);
  });
  test("points by source are averages of the games of which they are known", () => {
    expect(figures.sources).toEqual([
      { kind: "tile", points: 46 },
      { kind: "floor", points: -1 },
      { kind: "row", points: 5 },
    ]);
  });
  test("where fewest points win, the fewest are the best", () => {
    const blockers = statisticsOf([game([9, 4], { name: "blockers" }), game([3, 4], { name: "blockers", game: "few" })], "blockers", true);
    expect(blockers.best).toEqual({ points: 3, game: "few" });
  });
  test("nothing is known of a game never played", () => {
    expect(statisticsOf(results, "duel", false)).toMatchObject({
      played: 0,
      average: null,
      best: null,
      streak: 0,
      opponents: [],
      sources: [],
    });
  });
});
