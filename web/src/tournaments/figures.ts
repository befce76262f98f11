/** Figures of a tournament as people read them. */

import { settings } from "../lib/settings.svelte";

const FRACTIONS: Record<string, string> = { "0.333": "⅓", "0.667": "⅔", "0.5": "½", "0.25": "¼", "0.75": "¾" };

/** Points: thirds and halves as such, anything else with two decimals at most. */
export function points(value: number): string {
  const whole = Math.floor(value + 1e-6);
  const rest = FRACTIONS[String(Math.round((value - whole) * 1000) / 1000)];
  if (rest) return whole ? `${whole}${rest}` : rest;
  return new Intl.NumberFormat(settings.language, { maximumFractionDigits: 2 }).format(value);
}

export const clockTime = (moment: number): string =>
  new Intl.DateTimeFormat(settings.language, { hour: "2-digit", minute: "2-digit" }).format(moment);
