/** Where somebody lays tiles: the share of each column and row, and which they prefer. */

import type { Laid } from "../lib/api-types";

export interface Shares {
  columns: number[];
  rows: number[];
  /** The most on one space, which is drawn darkest. */
  most: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Null where no tile was laid. */
export function sharesOf({ tiles, columns }: Laid): Shares | null {
  const all = sum(tiles.flat());
  if (all === 0) return null;
  return {
    columns: columns.map((_, column) => sum(tiles.map((row) => row[column] ?? 0)) / all),
    rows: tiles.map((row) => sum(row) / all),
    most: Math.max(...tiles.flat()),
  };
}

/** The names of the largest; several if they are equal, none if all are. */
export function favourites(names: readonly string[], shares: readonly number[]): string[] {
  const most = Math.max(...shares);
  const found = names.filter((_, at) => (shares[at] ?? 0) > most - 1e-9);
  return found.length === names.length ? [] : found;
}
