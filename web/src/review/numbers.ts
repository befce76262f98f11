/** Numbers of a review, as the reader writes them. */

import { settings } from "../lib/settings.svelte";

/** A share in percent, without its sign. */
export const share = (part: number): string =>
  new Intl.NumberFormat(settings.language, { style: "percent", maximumFractionDigits: 0, signDisplay: "never" }).format(part);
/** A change in percent, with its sign. */
export const change = (part: number): string =>
  new Intl.NumberFormat(settings.language, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(
    Math.round(100 * part) === 0 ? 0 : part,
  );
/** A sum of changes over a game, in percentage points with its sign: it may be more than 100, so it is no percentage. */
export const pointsOf = (sum: number): string =>
  new Intl.NumberFormat(settings.language, { maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(Math.round(100 * sum) || 0);
export const oneDigit = (value: number): string =>
  new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(value);
export const wholeNumber = (value: number): string => new Intl.NumberFormat(settings.language, { maximumFractionDigits: 0 }).format(value);

/** How a mark is written beside a move, as chess players do. */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;
