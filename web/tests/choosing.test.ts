/** Which games are played on this device without being asked: those of one person against levels of the computer. */

import { expect, test } from "vitest";
import type { NewGame } from "../src/lib/api";
import { canPlayHere, isAgainstLevels } from "../src/local/choosing";

const here = { kind: "here", name: "Anna" } as const;
const level = { kind: "computer", player: "level:5" } as const;
const game = (...seats: NewGame["seats"]): NewGame => ({ game: "azul", seats });

test("one person against levels", () => {
  expect(isAgainstLevels(game(here, level))).toBe(true);
  expect(isAgainstLevels(game(level, here, level))).toBe(true);
});

test("what needs others, clocks, positions or a player that is no level stays at the server", () => {
  expect(isAgainstLevels(game(here, { kind: "link" }))).toBe(false);
  expect(isAgainstLevels(game(here, level, { kind: "link" }))).toBe(false);
  expect(isAgainstLevels({ ...game(here, level), clock: { base: 300, increment: 5 } })).toBe(false);
  expect(isAgainstLevels({ ...game(here, level), position: "tegel position 1" })).toBe(false);
  expect(isAgainstLevels(game(here, { kind: "computer", player: "greedy" }))).toBe(false);
});

test("people who share a screen play at the server, but can play here", () => {
  expect(isAgainstLevels(game(here, here))).toBe(false);
  expect(isAgainstLevels(game(level, level))).toBe(false);
  expect(canPlayHere(game(here, here))).toBe(true);
});
