/** The sizes of an Azul table, in pixels, from the room it has. */

import { boardColumn, type Shape, shapeOf, TOUCH } from "../../lib/layout";

export interface AzulLayout {
  shape: Shape;
  /** A cell of one's own board, and of the others'. */
  u: number;
  o: number;
  /** Whether the others lie below everything, side by side, or below one's own board. */
  below: boolean;
  /** The ring of discs on a desk. */
  ring: number;
}

export interface OfferLayout {
  across: number;
  /** A tile on a disc. */
  t: number;
}

/** A board is so many cells wide and high, and so many pixels more: its name, its floor's figures, its edges. */
const BOARD = { wide: 10.75, high: 5.95, name: 52 };
const DESK_EDGE = 56;
const GAP = 18;
/** A ring's diameter in tiles, so that the discs do not touch and the centre holds a pile of each colour. */
const RING: Record<number, number> = { 5: 8.9, 7: 9.6, 9: 11.3 };
const LARGEST = { tile: 62, phone: 72 };

export const discsOf = (players: number): number => players * 2 + 1;
export const ringOf = (discs: number): number => RING[discs] ?? 11.3;

export function azulLayout(width: number, height: number, players: number): AzulLayout {
  const shape = shapeOf(width, height);
  if (shape === "desk") return desk(width, height, players);
  const room = shape === "portrait" ? width : boardColumn(width);
  const widest = (room - 17) / 10;
  const highest = shape === "portrait" ? (height * 0.46 - 60) / BOARD.high : (height - 68) / BOARD.high;
  return { shape, u: Math.min(widest, Math.max(TOUCH, highest)), o: 12, below: false, ring: 0 };
}

/** On a desk discs and boards share the width so that tiles are of about one size; the others get what height is left. */
function desk(width: number, height: number, players: number): AzulLayout {
  const ring = ringOf(discsOf(players));
  const share = players > 2 ? 0.88 : 1.12;
  const below = players > 2;
  const rivals = players - 1;
  const rivalHigh = 7.1;
  let u = (width - DESK_EDGE - GAP * 3) / (BOARD.wide + ring * share);
  u = Math.min(u, (LARGEST.tile * 1.05) / share);
  if (below) u = Math.min(u, (height - GAP * 2 - 44 - 18 * rivalHigh) / Math.max(ring * share, BOARD.high + 1.1));
  else u = Math.min(u, (height - GAP * 2 - BOARD.name - 60) / (BOARD.high + 0.3 + 0.58 * rivalHigh));
  const top = Math.max(u * share * ring, u * (BOARD.high + 0.3) + BOARD.name);
  const rest = height - top - GAP * 2 - 44;
  const o = below ? Math.min(rest / rivalHigh, ((width - GAP * rivals) / rivals - 34) / BOARD.wide, u * 0.66) : u * 0.58;
  return { shape: "desk", u, o: Math.max(8, o), below, ring: u * share * ring };
}

/** Discs in rows, as large as the box allows; the centre beside the last row where two discs are free, else below. */
export function offerLayout(width: number, height: number, discs: number): OfferLayout {
  let best: OfferLayout = { across: 5, t: 0 };
  for (const across of [3, 4, 5]) {
    const rows = Math.ceil(discs / across);
    const own = across * rows - discs < 2 ? 1 : 0;
    const wide = ((width - (across - 1) * 2) / across - 5) / 2;
    const high = (height - (rows + own - 1) * 3 - rows * 5 - own * 8) / (2 * rows + own);
    const t = Math.min(wide, high, LARGEST.phone);
    if (t > best.t) best = { across, t };
  }
  return best;
}
