/** The sizes of an Azul Duel table, in pixels, from the room it has. */

import { boardColumn, type Shape, shapeOf, TOUCH } from "../../lib/layout";

/** How the factories lie: five side by side; the large one above four; or above two rows of two, their moons beside their suns. */
export type Arrangement = "five" | "above" | "square";

export interface DuelLayout {
  shape: Shape;
  /** A cell of one's own dome, and of one's own lines. */
  u: number;
  l: number;
  /** A tile on a factory. */
  t: number;
  /** A plate on offer. */
  p: number;
  arrangement: Arrangement;
}

const STRIP = 38;
const COLUMN = { least: 372, share: 0.54 };
const LARGEST = 46;
/** In a room too small for everything, tiles are cut, but not turned inside out. */
const SMALLEST = 8;
/** Everything of a board that is not its six rows: its name, its foot, its edges. */
const AROUND = 74;

/** Where nothing is touched, cells of the dome may be so small, for the factories' sake. */
const STILL = 23;

export function duelLayout(width: number, height: number, bars: number, still = false): DuelLayout {
  const shape = shapeOf(width, height);
  if (shape === "desk") {
    const u = Math.min(width / 24.9, height / 16);
    return { shape, u, l: u, t: u * 1.04, p: u * 2.05, arrangement: "above" };
  }
  const upright = shape === "portrait";
  const room = (upright ? width : boardColumn(width, COLUMN.least, COLUMN.share)) - 26;
  const highest = upright ? (height * 0.46 - AROUND) / 6 : (height - AROUND - 10) / 6;
  const least = still ? STILL : TOUCH;
  const u = Math.min(Math.max(room / 12, least), Math.max(least, highest));
  const l = Math.min(u, (room - u * 6) / 6);
  const wide = upright ? width : width - room - 26;
  const high = upright ? height - STRIP - (u + 1) * 6 - AROUND - 8 : height - STRIP - bars - 10;
  const tray = high > 215 ? 66 : 49;
  const { t, arrangement } = factories(wide, high - tray - 3);
  const left = high - 3 - heightOf(arrangement, t);
  return { shape, u, l, t, p: Math.max(SMALLEST, Math.min(left - 14, (wide - 24) / 4.7, 92)), arrangement };
}

/** How high the factories are. */
function heightOf(arrangement: Arrangement, t: number): number {
  if (arrangement === "five") return t * 3.22 + 10;
  return arrangement === "above" ? t * 4.2 + 17 : t * 5 + 20;
}

/** The arrangement in which tiles are largest. */
function factories(wide: number, high: number): { t: number; arrangement: Arrangement } {
  const sizes: [Arrangement, number][] = [
    ["above", Math.min(((wide - 6) / 4 - 3) / 2, (high - 17) / 4.2)],
    ["five", Math.min(((wide - 4) / 5 - 3) / 2, (high - 10) / 3.22)],
    ["square", Math.min(((wide - 2) / 2 - 6) / 3.2, (high - 20) / 5, (wide - 30) / 6.2)],
  ];
  const [arrangement, t] = sizes.reduce((best, each) => (each[1] > best[1] ? each : best));
  return { t: Math.min(Math.max(t, SMALLEST), LARGEST), arrangement };
}
