/** What is chosen when a game is set up: clocks, the order of games, and that it is remembered. */

import { beforeEach, expect, test } from "vitest";
import { clockOf, CLOCKS, figuresOf, kindOf } from "../src/lib/clocks";
import { GAMES, inOrder, isGame } from "../src/lib/games";
import { lastChoice, remember } from "../src/lib/remembered";
import { another } from "../src/lib/starting";
import { isMine, waitingFirst } from "../src/lib/turns.svelte";
import type { ComputerPlayer, Summary } from "../src/lib/types";

beforeEach(() => localStorage.removeItem("tegel.last"));

test("clocks as the server wants them", () => {
  expect(clockOf("none")).toBeNull();
  expect(clockOf("300/5")).toEqual({ base: 300, increment: 5 });
  expect(clockOf("60")).toEqual({ base: 60, per_move: true });
  expect(clockOf("259200")).toEqual({ base: 259_200, per_move: true });
  expect(clockOf("86400/0"), "of an older version").toBeNull();
  expect(Object.values(CLOCKS).flat().map(kindOf)).not.toContain("none");
  expect(figuresOf("900/10")).toMatchObject({ minutes: 15, increment: 10 });
  expect(figuresOf("259200").days).toBe(3);
});

test("every page shows the games in one order", () => {
  expect(inOrder([{ name: "blockers" }, { name: "other" }, { name: "duel" }, { name: "azul" }]).map(({ name }) => name)).toEqual([
    ...GAMES,
    "other",
  ]);
  expect(isGame("chess")).toBe(false);
});

test("what was chosen last is there again", () => {
  expect(lastChoice()).toMatchObject({ game: null, clock: "none", player: null });
  remember({ game: "duel", player: "level:5" });
  remember({ clock: "60" });
  expect(lastChoice()).toMatchObject({ game: "duel", player: "level:5", clock: "60" });
  localStorage.setItem("tegel.last", "nonsense");
  expect(lastChoice().player).toBeNull();
});

test("games that wait for me come first", () => {
  const game = (id: string, turn: number | null, status = "running"): Summary =>
    ({ game: id, status, turn, seats: [{ mine: true }, { mine: false }] }) as unknown as Summary;
  const games = [game("a", 1), game("b", 0), game("c", null, "waiting"), game("d", 0)];
  expect(waitingFirst(games).map(({ game }) => game)).toEqual(["b", "d", "a", "c"]);
  expect(isMine(game("over", 0, "over"))).toBe(false);
});

test("every further computer player is another person, as near in strength as can be", () => {
  const players = [null, 1, 2, 3, 4].map((level) => ({ name: level ? `level:${level}` : "random", level }) as unknown as ComputerPlayer);
  expect(another(players, "level:3", [])).toBe("level:3");
  const seated = ["level:3"];
  for (let more = 0; more < 3; more += 1) seated.push(another(players, "level:3", seated));
  expect(seated).toEqual(["level:3", "level:2", "level:4", "level:1"]);
  expect(another(players, "level:3", seated), "until there is nobody left").toBe("level:3");
  expect(another(players, "random", ["random"])).toBe("level:3");
});
