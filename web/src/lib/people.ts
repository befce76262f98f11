/** What people are called: "You" for the one who looks, names for everybody else. At a screen that several share, all have names. */

import { settings } from "./settings.svelte";
import type { Summary } from "./types";
import { t } from "./words.svelte";

/** The seat of the person who looks, if they have just one; else -1. */
export function ownSeat(summary: Summary): number {
  const mine = summary.seats.filter((seat) => seat.mine && seat.kind !== "computer");
  return mine.length === 1 ? (mine[0]?.seat ?? -1) : -1;
}

export function calledOf(summary: Summary, seat: number): string {
  return seat >= 0 && seat === ownSeat(summary) ? t("play.you") : (summary.seats[seat]?.name ?? "");
}

/** A name where no sign can stand beside it: a bot account's says what it is, as records do. */
export const marked = ({ name, bot }: { name: string; bot?: boolean }): string => (bot ? `${name} (bot)` : name);

/** The same as text, for sentences and labels; `SeatName` shows it with a sign. */
export function nameOf(summary: Summary, seat: number): string {
  return marked({ name: calledOf(summary, seat), bot: summary.seats[seat]?.bot });
}

/** "Anna, Ben and Cleo", as the language lists them. */
export const listed = (names: string[]): string => new Intl.ListFormat(settings.language).format(names);

/** Who resigned, as a sentence; empty if nobody did. */
export function surrender(summary: Summary): string {
  const resigned = summary.seats.filter((seat) => seat.left === "resigned").map((seat) => seat.seat);
  if (resigned.length === 0) return "";
  if (resigned.includes(ownSeat(summary))) return t("final.youresigned");
  return t("final.resigned", { names: listed(resigned.map((seat) => nameOf(summary, seat))), count: resigned.length });
}

/** Who won, as a sentence. */
export function victory(summary: Summary, winners: number[]): string {
  const own = ownSeat(summary);
  const mine = winners.includes(own);
  const names = [...winners].sort((a, b) => Number(b === own) - Number(a === own)).map((seat) => nameOf(summary, seat));
  if (winners.length === 1) return mine ? t("final.youwon") : t("final.won", { name: names[0] ?? "" });
  return t(mine ? "final.youshared" : "final.shared", { names: listed(names) });
}

/** Decisions of a game with help. */
export const hintsIn = ({ hints }: Pick<Summary, "hints">): number => hints.reduce((sum, each) => sum + each, 0);
