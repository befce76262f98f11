/** The sizes of a Blockers! table, in pixels, from the room it has. */

import { type Shape, shapeOf } from "../../lib/layout";

export interface BlockersLayout {
  shape: Shape;
  /** A cell of the board. */
  u: number;
  /** A tile on one's own rack. */
  r: number;
}

/** The board with its letters and figures, in cells. */
const BOARD = 9.65;
const STRIP = 38;
/** One's name, and above it that the fewest points win. */
const NAME = 36 + 13;
const RACK = { least: 34, most: 64 };

export function blockersLayout(width: number, height: number, players: number): BlockersLayout {
  const shape = shapeOf(width, height);
  const racks = players === 2 ? 2 : 1;
  if (shape === "desk") {
    const u = Math.min(Math.max(width / 17.5, (width - 416) / 9.95), (height - 16) / 9.9);
    return { shape, u, r: Math.min(62, u * 0.92) };
  }
  if (shape === "landscape") {
    const u = (height - 6) / BOARD;
    return { shape, u, r: Math.min(RACK.most, (width - height - 60) / 5.3) };
  }
  const rest = height - STRIP - NAME - 12;
  const u = Math.min((width - 6) / BOARD, (rest - racks * (RACK.least + 3)) / BOARD);
  const r = (rest - u * BOARD) / racks - 4;
  return { shape, u, r: Math.min(RACK.most, (width - 60) / 5.3, Math.max(RACK.least, r)) };
}
