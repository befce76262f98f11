import { expect, test } from "vitest";
import {
  barsOf,
  type Figures,
  interval,
  loadFigures,
  playersIn,
  reach,
  sampleFor,
  seatBars,
  together,
  whoIn,
} from "../src/explore/figures";
import { GAMES } from "../src/lib/games";
import en from "../src/words/explore.en";

const all = async (): Promise<Figures[]> => Promise.all(GAMES.map(loadFigures));

test("seats together weigh by their games", () => {
  expect(together([[100, 0.5, 10], null, [300, 0.3, 20]])).toEqual([400, 0.35, 17.5]);
  expect(together([null])).toBeNull();
});

test("an interval is Wilson's, as the command line has it", () => {
  expect(interval([100, 0.5, 0]).map((bound) => Math.round(1000 * bound))).toEqual([404, 596]);
});

test("victories of all seats add up to one", async () => {
  for (const figures of await all())
    for (const sample of figures.samples) expect(sample.seats.reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1, 2);
});

test("every question has its games, its sentence and bars that fit", async () => {
  for (const figures of await all()) {
    expect(whoIn(figures)).toContain("quick");
    for (const players of playersIn(figures))
      for (const question of figures.questions) {
        const sample = sampleFor(figures, question, "quick", players)!;
        expect(sample.player).toBe(question.about === "choice" ? "varied" : "quick");
        expect(en).toHaveProperty([`ask.${figures.game}.${question.name}`]);
        const bars = barsOf(sample, question, -1);
        expect(bars.reduce((sum, { often }) => sum + often, 0)).toBeCloseTo(1, 5);
        expect(reach([...bars, ...seatBars(sample)], 1 / players)).toBeGreaterThan(0);
      }
  }
});

test("every answer that is a word has one", async () => {
  for (const { game, questions } of await all())
    for (const { name, answers } of questions)
      for (const answer of answers.filter((each) => !/^[\d+-]+$/.test(each) && !["yes", "no"].includes(each)))
        expect(en).toHaveProperty([`answer.${game}.${name}.${answer}`]);
});
