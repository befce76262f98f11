/** The facts of an Azul position, as the server sends them. Seats, discs, lines and columns count from 0. */

import type { Facts } from "../../lib/types";
import type { LinedBoard } from "../lines";

export interface AzulBoard extends LinedBoard {
  score: number;
  wall: (number | null)[][];
  floor: number[];
}

export interface AzulFacts extends Facts {
  round: number;
  start: number;
  marker: "centre" | number;
  line: number | null;
  bag: number[];
  lid: number[];
  centre: number[];
  discs: number[][];
  boards: AzulBoard[];
}

export const FACES = ["blue", "yellow", "red", "black", "white", "marker"] as const;
export const CENTRE_SOURCE = 9;
export const MARKER = 5;

/** What is printed on the board: the colour of a wall space, and the cost of a floor space. */
export const printed = (row: number, column: number): number => (column - row + 5) % 5;
export const FLOOR_COSTS = [1, 1, 2, 2, 2, 3, 3];
