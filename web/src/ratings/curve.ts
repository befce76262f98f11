/** The curve of a rating as points of a picture. */

import type { CurvePoint } from "../lib/api-types";

export interface Drawn {
  line: string;
  /** The band of one deviation to each side. */
  band: string;
  low: number;
  high: number;
}

const STEP = 100;

/** Games side by side, equally far apart; the scale in steps of a hundred. */
export function drawCurve(points: readonly CurvePoint[], wide: number, high: number): Drawn | null {
  if (points.length < 2) return null;
  const low = Math.floor(Math.min(...points.map(({ mean, deviation }) => mean - deviation)) / STEP) * STEP;
  const top = Math.ceil(Math.max(...points.map(({ mean, deviation }) => mean + deviation)) / STEP) * STEP;
  const x = (at: number): string => ((at / (points.length - 1)) * wide).toFixed(1);
  const y = (rating: number): string => (high - ((rating - low) / (top - low)) * high).toFixed(1);
  const upper = points.map(({ mean, deviation }, at) => `${x(at)},${y(mean + deviation)}`);
  const lower = points.map(({ mean, deviation }, at) => `${x(at)},${y(mean - deviation)}`).reverse();
  return { line: points.map(({ mean }, at) => `${x(at)},${y(mean)}`).join(" "), band: [...upper, ...lower].join(" "), low, high: top };
}
