import { beforeEach, expect, it, vi } from "vitest";
import { Refused } from "../src/lib/api";
import { noteTry, readUntold, tellTries, withPeople } from "../src/puzzles/people";
import type { Puzzle } from "../src/puzzles/puzzles";

beforeEach(() => {
  localStorage.removeItem("tegel.puzzles.untold");
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no connection")));
});

it("keeps tries while there is no connection, and tells them in order later", async () => {
  noteTry("a", "3b4");
  await vi.waitFor(() => expect(readUntold()).toHaveLength(1));
  noteTry("b", null);
  await tellTries();
  expect(readUntold().map(({ puzzle }) => puzzle)).toEqual(["a", "b"]);
  const told: string[] = [];
  await tellTries((untold) => Promise.resolve(told.push(untold.puzzle)));
  expect([told, readUntold()]).toEqual([["a", "b"], []]);
});

it("forgets what the server will never take, and waits where it asks to", async () => {
  localStorage.setItem("tegel.puzzles.untold", JSON.stringify([{ puzzle: "gone", move: "x" }, { puzzle: "a", move: null }, "nonsense"]));
  await tellTries(({ puzzle }) => Promise.reject(new Refused(puzzle === "gone" ? "unknown" : "too_many", "")));
  expect(readUntold()).toEqual([{ puzzle: "a", move: null }]);
});

it("uses people's ratings where there are any, and the file's without a connection", async () => {
  const puzzles = [
    { id: "a", rating: 1400 },
    { id: "b", rating: 1500 },
  ] as Puzzle[];
  expect(await withPeople("azul", puzzles)).toEqual(puzzles);
  const ratings = [{ puzzle: "b", rating: 1620, deviation: 80, tries: 9, solved: 2 }];
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ ratings }))));
  expect(await withPeople("azul", puzzles)).toEqual([puzzles[0], { id: "b", rating: 1620, deviation: 80 }]);
});
