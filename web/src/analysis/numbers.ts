/** Numbers as the reader writes them. */

import { settings } from "../lib/settings.svelte";

export const percent = (chance: number | undefined): string =>
  new Intl.NumberFormat(settings.language, { style: "percent", maximumFractionDigits: 0 }).format(chance ?? 0);
export const decimal = (value: number | undefined): string =>
  new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(value ?? 0);
export const whole = (value: number): string => new Intl.NumberFormat(settings.language).format(value);

/** The colour of a seat in bars and lists. */
export const seatColour = (seat: number): string => `var(--seat-${seat})`;
