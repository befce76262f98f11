/** Pattern lines: what is to be seen on a board that keeps tiles out of one. */

import { expect, test } from "vitest";
import { type LinedBoard, obstacle } from "../src/games/lines";

const board: LinedBoard = {
  lines: [
    [2, 1],
    [0, 1],
    [null, 0],
  ],
};

test("a full line, another colour, and a colour that the wall has already are told", () => {
  expect(obstacle("azul", board, 0, 2)).toBe("This line is full");
  expect(obstacle("azul", board, 1, 2)).toBe("This line already holds blue");
  expect(obstacle("azul", board, 2, 2, [null, null, 2])).toBe("The wall already has red in this row");
});

test("nothing is said where nothing is to be seen", () => {
  expect(obstacle("azul", board, 1, 0)).toBe("");
  expect(obstacle("azul", board, 2, 2, [0, null, null])).toBe("");
  expect(obstacle("duel", board, 2, 4)).toBe("");
});
