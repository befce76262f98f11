/** The facts of a Blockers! position, as the server sends them. */

import type { Facts } from "../../lib/types";

export type Laid = [colour: number, tile: number];

export interface BlockersFacts extends Facts {
  /** Which colour each rack is: in the order of the seats, each seat's together. */
  colours: number[];
  board: (Laid | null)[][];
  /** In the order of `colours`: the tiles, or only their number where they are hidden. */
  racks: (number[] | number)[];
  piles: number[][];
  pile_sizes: number[];
  captured: Laid[][];
}

export const COLOURS = ["red", "green", "blue", "yellow", "violet"] as const;
export const SIGNS = ["triangle", "cross", "star", "clover", "circle", "diamond", "moon", "heart", "square", "joker"] as const;
export const ROWS = "ABCDEFGHI";
/** Of each colour. */
export const TILES = 28;

/** What is printed on a tile: a figure, or a sign by its name. */
export function print(tile: number): { figure?: string; sign?: string } {
  if (tile < 9) return { figure: String(tile + 1) };
  if (tile < 18) return { figure: ROWS[tile - 9] ?? "" };
  return { sign: SIGNS[tile - 18] ?? "joker" };
}

/** Where a seat's racks are among all; with two players each has two. */
export function racksOf(seat: number, players: number): number[] {
  return players === 2 ? [seat * 2, seat * 2 + 1] : [seat];
}

export function faceOf(colour: number, tile: number): string {
  const { figure, sign } = print(tile);
  return `block/${COLOURS[colour] ?? "red"}/${figure ?? sign ?? ""}`;
}
export const cellName = (row: number, column: number): string => `${ROWS[row] ?? ""}${column + 1}`;
