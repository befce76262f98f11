/** What a measured difference in strength means for a game of two. */

import type { Rung } from "./api-types";

/** The share of games that somebody wins who is so many Elo stronger. */
export const winShare = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));

export interface Measured {
  /** Percent of the games against the level below: as measured, and between which bounds it lies 19 times in 20. */
  percent: number;
  least: number;
  most: number;
  games: number;
}

/** How a level did against the one below; null where it was not measured or won every game. */
export function measured({ elo, margin, games }: Rung): Measured | null {
  if (elo == null || margin == null) return null;
  const percent = (points: number): number => Math.round(100 * winShare(points));
  return { percent: percent(elo), least: percent(elo - margin), most: percent(elo + margin), games };
}

/** How strong each level is beside the strongest, from 0 to 1: the measured steps one on top of the other. A level that won all its games
 * is taken to be as far above as the largest step that was measured. */
export function heights(ladder: readonly Rung[]): number[] {
  const largest = Math.max(0, ...ladder.map(({ elo }) => elo ?? 0));
  let height = 0;
  const found = ladder.map(({ games, elo }) => (height += games ? (elo ?? largest) : 0));
  return found.map((each) => (height ? each / height : 0));
}
