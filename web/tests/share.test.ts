/** A picture for a friend: in it everybody has a name, and nobody is "you". */

import { expect, test } from "vitest";
import type { Facts, Summary } from "../src/lib/types";
import { drawing, writing } from "../src/play/share";

const board = { lines: [[0, 1]], wall: [[0, null, 2, null, null]] };
const summary = {
  name: "azul",
  title: "Azul",
  options: {},
  seats: [
    { seat: 0, name: "Anna", mine: true, kind: "here" },
    { seat: 1, name: "Rosa", mine: false, kind: "computer" },
  ],
} as unknown as Summary;
const ending = {
  summary,
  result: { points: [40, 33], places: [1, 2], winners: [0] },
  facts: { boards: [board, board] } as unknown as Facts,
  decision: "by 7 points",
};

test("names, points and what decided it", () => {
  const said = writing(ending).map((line) => line.said);
  expect(said).toEqual(["Azul", "Anna wins", "by 7 points", "Anna: 40", "Rosa: 33", "Tegel"]);
  expect(said.join(" ")).not.toMatch(/\bYou\b/);
});

test("the boards of both lie on it", () => {
  expect(drawing(ending).match(/<svg /g)).toHaveLength(3);
});
