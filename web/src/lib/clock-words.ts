/** A clock in words: on the page where a game is set up, and for who is invited to it. */

import type { ClockSettings } from "./api-types";
import { type ClockKind, figuresOf, textOf } from "./clocks";
import { t } from "./words.svelte";

const DAY = 86_400;

export function valueWords(kind: ClockKind, clock: string): string {
  const figures = figuresOf(clock);
  if (kind === "game") return t("setup.clock.game.value", figures);
  if (kind === "days") return t("setup.clock.days.value", figures);
  return figures.seconds < 60 ? t("setup.clock.move.seconds", figures) : t("setup.clock.move.minutes", figures);
}

/** The kind of a game's clock, which need not be one of those that can be chosen. */
const kindIn = ({ base, per_move }: ClockSettings): ClockKind => (per_move ? (base % DAY === 0 ? "days" : "move") : "game");

/** "Per player: 15 min + 10 s", and what that means. */
export function clockWords(clock: ClockSettings): { value: string; text: string } {
  const kind = kindIn(clock);
  return { value: `${t(`setup.clock.${kind}`)}: ${valueWords(kind, textOf(clock))}`, text: t(`setup.clock.${kind}.text`) };
}
