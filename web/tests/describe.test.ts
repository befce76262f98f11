import { expect, it } from "vitest";
import { counted, describe as azul } from "../src/games/azul/describe";
import type { AzulFacts } from "../src/games/azul/facts";
import { cells } from "../src/games/duel/facts";
import { cellName, racksOf, faceOf, print } from "../src/games/blockers/facts";
import type { Summary } from "../src/lib/types";

const summary = { seats: [{ seat: 0, name: "Ada" }] } as Summary;
const facts: AzulFacts = {
  turn: 0,
  round: 1,
  start: 0,
  marker: "centre",
  line: null,
  bag: [0, 0, 0, 0, 0],
  lid: [0, 0, 0, 0, 1],
  centre: [0, 2, 0, 0, 0],
  discs: [[1, 0, 3, 0, 0]],
  boards: [
    {
      score: 7,
      lines: [
        [null, 0],
        [2, 1],
      ],
      wall: [
        [0, null, null, null, null],
        [null, null, null, null, null],
      ],
      floor: [3, 5],
    },
  ],
};

it("counts tiles in words, and says so when there are none", () => {
  const name = (face: number): string => ["blue", "yellow"][face] ?? "";
  expect(counted([2, 1], name)).toBe("2 blue, 1 yellow");
  expect(counted([0, 0], name)).toBe("nothing");
});

it("describes the offer and every board of Azul", () => {
  const [offer, board] = azul(facts, summary);
  expect(offer?.lines).toEqual(["Disc 1: 1 blue, 3 red", "Centre: 2 yellow, start marker", "Bag: nothing", "Lid: 1 white"]);
  expect(board?.title).toBe("Ada: 7 points");
  expect(board?.lines[0]).toContain("blue, –, –, –, –");
  expect(board?.lines.at(-1)).toContain("black, start marker");
});

it("turns a plate of Duel clockwise", () => {
  const [a, b, c, d] = cells(0, 0);
  expect(cells(0, 1)).toEqual([c, a, d, b]);
  expect(cells(0, 4)).toEqual(cells(0, 0));
});

it("prints the tiles of Blockers! as figures, letters and signs", () => {
  expect([0, 8, 9, 17, 18, 27].map(print)).toEqual([
    { figure: "1" },
    { figure: "9" },
    { figure: "A" },
    { figure: "I" },
    { sign: "triangle" },
    { sign: "joker" },
  ]);
  expect(faceOf(2, 18)).toBe("block/blue/triangle");
  expect(cellName(0, 8)).toBe("A9");
});

it("gives two players two colours each", () => {
  expect([racksOf(0, 2), racksOf(1, 2), racksOf(2, 3)]).toEqual([[0, 1], [2, 3], [2]]);
});
