/** The facts of an Azul Duel position, as the server sends them, and the printed material. */

import type { Facts } from "../../lib/types";
import type { LinedBoard } from "../lines";

/** A plate's number; the letter of its back where only that is known, "?" where nothing is; null where there is none. */
export type Plate = number | "S" | "J" | "?" | null;

export interface DuelBoard extends LinedBoard {
  score: number;
  plates: ([number, number] | null)[];
  tiles: (number | null)[][];
  broken: number[];
  tokens: number;
  chips: number[];
  chips_taken: number;
}

export interface DuelFacts extends Facts {
  round: number;
  start: number;
  start_tile: "factory" | number;
  bag: number[];
  tower: number[];
  chips_left: number[];
  display: Plate[];
  stack: Plate[];
  returned: number;
  drawn: Plate[];
  hand: Plate;
  building: number[];
  building_at: number | null;
  suns: number[][];
  large_moon: number[];
  moons: number[][];
  chips: (number | "down" | null)[];
  line: number | null;
  missing: number;
  boards: DuelBoard[];
  /** The scoring tiles with their sides, such as 1f and 3b. */
  scoring: string[];
}

export const FACES = ["blue", "yellow", "red", "black", "turquoise", "special", "joker"] as const;
export const SPECIAL = 5;
export const JOKER = 6;
/** What the broken tiles cost together, as printed on the board. */
export const BROKEN_COSTS = [1, 3, 6, 10];
export const BROKEN_SPACES = BROKEN_COSTS.length;

const PRINT = [
  "YKTS",
  "YBKS",
  "BKST",
  "KSTR",
  "TRBS",
  "STYB",
  "SKRB",
  "YSKR",
  "SYBR",
  "JBTK",
  "TYJK",
  "RTYJ",
  "TRBJ",
  "YRJB",
  "TBJY",
  "KYRJ",
  "TKRJ",
  "RJBK",
];

/** The four cells of a plate after some quarter turns clockwise, row by row. */
export function cells(plate: number, turns: number): number[] {
  let [a, b, c, d] = [...(PRINT[plate] ?? "JJJJ")].map((letter) => "BYRKTSJ".indexOf(letter)) as [number, number, number, number];
  for (let turn = 0; turn < turns; turn += 1) [a, b, c, d] = [c, a, d, b];
  return [a, b, c, d];
}

/** The colours a chip type shows. */
export const CHIPS: number[][] = [[0], [1], [2], [3], [4], [4, 1], [1, 3], [3, 0], [0, 2], [2, 4]];

/** The plates at the bottom of the stack that were drawn and returned: their backs, or fronts, are known. */
export function returned(facts: DuelFacts): Plate[] {
  return facts.stack.slice(facts.stack.length - facts.returned);
}
