import { afterEach, expect, it } from "vitest";
import { nameOf, ownSeat, victory } from "../src/lib/people";
import { type Language, settings } from "../src/lib/settings.svelte";
import type { Summary } from "../src/lib/types";
import { loadWords } from "../src/lib/words.svelte";

const seats = (...mine: boolean[]): Summary =>
  ({ seats: mine.map((each, seat) => ({ seat, name: ["Anna", "Ben", "Cleo"][seat], mine: each, kind: "here" })) }) as unknown as Summary;

async function speak(language: Language): Promise<void> {
  settings.language = language;
  await loadWords(language);
}
afterEach(() => speak("en"));

it("calls the one who looks you, and everybody else by name", () => {
  const summary = seats(false, true, false);
  expect([0, 1, 2].map((seat) => nameOf(summary, seat))).toEqual(["Anna", "You", "Cleo"]);
});

it("calls everybody by name at a shared screen, and for a spectator", () => {
  for (const summary of [seats(true, true), seats(false, false)]) {
    expect(ownSeat(summary)).toBe(-1);
    expect([0, 1].map((seat) => nameOf(summary, seat))).toEqual(["Anna", "Ben"]);
  }
});

it.each([
  ["en", "You win", "Ben wins", "You and Anna share the victory", "Anna and Ben share the victory"],
  ["nl", "Jij wint", "Ben wint", "Jij en Anna delen de overwinning", "Anna en Ben delen de overwinning"],
  ["fr", "Vous gagnez", "Ben gagne", "Vous et Anna partagez la victoire", "Anna et Ben partagent la victoire"],
] as const)("says in %s who won", async (language, you, other, yours, theirs) => {
  await speak(language);
  const summary = seats(false, false, true);
  expect(victory(summary, [2])).toBe(you);
  expect(victory(summary, [1])).toBe(other);
  expect(victory(summary, [0, 2])).toBe(yours);
  expect(victory(summary, [0, 1])).toBe(theirs);
});
