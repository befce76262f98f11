/** Clocks: those one can choose from when a game is set up, by kind, and the time a player has left. */

import type { Clocks, NewGame } from "./api-types";

type Clock = NonNullable<NewGame["clock"]>;

const DAY = 86_400;
/** Days one can have for a move; the server takes no others. */
const DAYS = [1, 2, 3, 5, 7, 14] as const;
export const CLOCKS = {
  none: [],
  game: ["300/5", "900/10", "1800/30"],
  move: ["30", "60", "180"],
  days: DAYS.map((days) => `${days * DAY}`),
} as const satisfies Record<string, readonly string[]>;
export type ClockKind = keyof typeof CLOCKS;
export const KINDS = Object.keys(CLOCKS) as ClockKind[];

/** What is chosen with a kind. */
export const usual = (kind: ClockKind): string => CLOCKS[kind][kind === "days" ? 2 : 1] ?? "none";

/** The kind of a clock by its text; one that nobody knows is none. */
export function kindOf(clock: string): ClockKind {
  return KINDS.find((kind) => (CLOCKS[kind] as readonly string[]).includes(clock)) ?? "none";
}

/** As the server wants it: seconds a player and more a move, or seconds for each move. */
export function clockOf(clock: string): Clock | null {
  const kind = kindOf(clock);
  if (kind === "none") return null;
  const [base = 0, increment = 0] = clock.split("/").map(Number);
  return kind === "game" ? { base, increment } : { base, per_move: true };
}

/** The figures that stand in the words of a clock. */
export function figuresOf(clock: string): { minutes: number; seconds: number; days: number; increment: number } {
  const [base = 0, increment = 0] = clock.split("/").map(Number);
  return { minutes: base / 60, seconds: base, days: base / DAY, increment };
}

/** The text of a game's clock, as the choices have it. */
export function textOf({ base, increment = 0, per_move = false }: Clock): string {
  return per_move ? `${base}` : `${base}/${increment}`;
}

/** Until when a seat's person is on vacation, if they are at a time of the server's clock. */
export function awayUntil(clocks: Clocks, seat: number, time: number): number | null {
  const until = clocks.vacations?.[seat] ?? null;
  return until !== null && until > time ? until : null;
}

/** The day on which a vacation ends. */
export const dayOf = (time: number, language: string): string =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }).format(time);

/** A time left as it is shown: minutes, hours, and from two days on days. */
export function timeParts(left: number): { days: number; hours: number; minutes: number; seconds: number } {
  const seconds = Math.ceil(left / 1000);
  const days = seconds >= 2 * DAY ? Math.floor(seconds / DAY) : 0;
  return { days, hours: Math.floor((seconds - days * DAY) / 3600), minutes: Math.floor((seconds % 3600) / 60), seconds: seconds % 60 };
}

/** Milliseconds a seat has left at a time of the server's clock: what it had when its turn began, less how long that turn has run. */
export function leftAt(clocks: Clocks, seat: number, time: number): number {
  const used = clocks.running === seat ? Math.max(0, time - clocks.time) : 0;
  return Math.max(0, (clocks.left[seat] ?? 0) - used);
}
