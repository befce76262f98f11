import { expect, it } from "vitest";
import { GAMES } from "../src/lib/games";
import { dailyDone, dueOn, INTERVALS, type Kept, NOTHING, ratingOf, streakOn, tryOnce, understand } from "../src/puzzles/progress";
import { countThemes, dayOf, loadPuzzles, nextPuzzle, type Puzzle, puzzleOfDay, puzzlesDue, withTheme } from "../src/puzzles/puzzles";
import { expected, margin, rated, UNRATED } from "../src/puzzles/rating";
import en from "../src/words/puzzles.en";
import fr from "../src/words/puzzles.fr";
import nl from "../src/words/puzzles.nl";

const puzzle = (id: string, rating = 1400, themes: string[] = []): Puzzle => ({
  ...{ id, rating, themes, position: "", solution: ["a"], line: ["a"], second: "b", chance: 0.5, gap: 0.1, verified: "search" },
});

it("rates by Glicko: a surprise moves a rating more, and every puzzle makes it surer", () => {
  expect(expected(UNRATED, UNRATED.value)).toBe(0.5);
  const [easy, hard] = [rated(UNRATED, 900, true), rated(UNRATED, 1500, true)];
  expect(hard.value).toBeGreaterThan(easy.value);
  expect(easy.value).toBeGreaterThan(UNRATED.value);
  expect(rated(UNRATED, 900, false).value).toBeLessThan(rated(UNRATED, 1500, false).value);
  expect(hard.deviation).toBeLessThan(UNRATED.deviation);
  expect(margin(UNRATED)).toBe(490);
});

it("comes to the rating at which half of the puzzles are solved", () => {
  let rating = UNRATED;
  for (let at = 0; at < 200; at += 1) rating = rated(rating, 1600, at % 2 === 0);
  expect(Math.abs(rating.value - 1600)).toBeLessThan(40);
  expect(rating.deviation).toBe(60);
});

it("brings a puzzle that was failed back after 1, 3, 7 and 21 days, and then no more", () => {
  let [kept, day] = [tryOnce(NOTHING, "azul", puzzle("x"), false, 100), 100];
  for (const wait of INTERVALS) {
    expect(dueOn(kept.tried["x"])).toBe(day + wait);
    expect(puzzlesDue([puzzle("x"), puzzle("y")], kept, day + wait - 1)).toEqual([]);
    expect(puzzlesDue([puzzle("x"), puzzle("y")], kept, day + wait).map(({ id }) => id)).toEqual(["x"]);
    day += wait;
    kept = tryOnce(kept, "azul", puzzle("x"), true, day);
  }
  expect(kept.tried["x"]).toEqual({ first: false });
  expect(tryOnce(kept, "azul", puzzle("x"), false, day).tried["x"]).toEqual({ first: false, step: 0, due: day + 1 });
});

it("lets only the first try at a puzzle change the rating", () => {
  const once = tryOnce(NOTHING, "duel", puzzle("x"), false, 5);
  expect(ratingOf(once, "duel").value).toBeLessThan(UNRATED.value);
  expect(ratingOf(once, "azul")).toEqual(UNRATED);
  expect(tryOnce(once, "duel", puzzle("x"), true, 6).ratings).toEqual(once.ratings);
});

it("counts days and tries in a row", () => {
  let kept = dailyDone(dailyDone(NOTHING, "azul", 10), "duel", 10);
  expect(streakOn(kept, 10)).toBe(1);
  kept = dailyDone(kept, "azul", 11);
  expect([streakOn(kept, 11), streakOn(kept, 12), streakOn(kept, 13)]).toEqual([2, 2, 0]);
  expect(streakOn(dailyDone(kept, "azul", 14), 14)).toBe(1);
  const runs = [true, true, false, true].reduce((all, solved, at) => tryOnce(all, "azul", puzzle(`${at}`), solved, 1), NOTHING);
  expect([runs.run, runs.longest]).toEqual([1, 2]);
});

it("has the same puzzle for everybody on a day, and each once before one comes again", () => {
  for (const count of [1, 2, 3, 10, 300]) {
    const puzzles = Array.from({ length: count }, (_, at) => puzzle(`${at}`));
    const seen = puzzles.map((_, day) => puzzleOfDay(puzzles, 20_000 + day)?.id);
    expect(new Set(seen).size, `${count}`).toBe(count);
  }
  expect(puzzleOfDay([], 1)).toBeUndefined();
  expect(dayOf(new Date(2026, 0, 2, 0, 5)) - dayOf(new Date(2026, 0, 1, 23, 55))).toBe(1);
});

it("takes what is due first, then something new that is about as hard as one is good", () => {
  const puzzles = [800, 1000, 1200, 1400, 1600, 1800, 2000, 2200].map((rating) =>
    puzzle(`${rating}`, rating, rating < 1500 ? ["deny"] : []),
  );
  const ids = (kept: Kept, day: number): Set<string | undefined> =>
    new Set([0, 0.3, 0.5, 0.7, 0.99].map((chance) => nextPuzzle(puzzles, kept, 1900, day, () => chance)?.id));
  expect(ids(NOTHING, 1)).toEqual(new Set(["1400", "1600", "1800", "2000", "2200"]));
  const failed = tryOnce(NOTHING, "azul", puzzles[0]!, false, 1);
  expect(ids(failed, 1).has("800")).toBe(false);
  expect(ids(failed, 2)).toEqual(new Set(["800"]));
  const all = puzzles.reduce((kept, each) => tryOnce(kept, "azul", each, true, 1), NOTHING);
  expect(nextPuzzle(puzzles, all, 1900, 9)).toBeUndefined();
  expect(withTheme(puzzles, "deny")).toHaveLength(4);
  expect(countThemes([...puzzles, puzzle("x", 1, ["floor"])])).toEqual([
    ["deny", 4],
    ["floor", 1],
  ]);
});

it("understands what was kept, and no more", () => {
  const kept = dailyDone(tryOnce(NOTHING, "azul", puzzle("x"), false, 5), "azul", 5);
  expect(understand(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  for (const nonsense of [null, 3, [], "x", {}]) expect(understand(nonsense)).toEqual(NOTHING);
  expect(understand({ ratings: { azul: 5, chess: { value: 1, deviation: 1 } }, tried: { x: { first: 1 } }, run: "many" })).toEqual(NOTHING);
});

it("reads the puzzles of the package, and has words for all of their themes", async () => {
  for (const game of GAMES) {
    for (const { id, solution, second, themes } of await loadPuzzles(game)) {
      expect(solution, id).not.toContain(second);
      for (const theme of themes) expect(en, id).toHaveProperty([`theme.${game}.${theme}`]);
    }
  }
});

it.each([
  ["nl", nl],
  ["fr", fr],
])("says in %s what the reference says, with the same gaps", (_, words) => {
  const holes = (text: string): string[] => [...new Set(text.match(/\{\w+/g) ?? [])].sort();
  expect(Object.keys(words)).toEqual(Object.keys(en));
  for (const [key, text] of Object.entries(en)) expect(holes(words[key as keyof typeof en]), key).toEqual(holes(text));
});
