/** What became of the puzzles somebody tried: ratings, streaks, and what to try again later. Kept in this browser. */

import { GAMES } from "../lib/games";
import type { GameName } from "../lib/types";
import { rated, type Rating, UNRATED } from "./rating";

/** A puzzle that was tried. */
export interface Tried {
  /** Whether the first try ever was right. */
  first: boolean;
  /** How often it was solved at once since it was failed; nothing where it never was failed, or was solved often enough. */
  step?: number;
  /** The day on which it comes again. */
  due?: number;
}

export interface Kept {
  ratings: Partial<Record<GameName, Rating>>;
  tried: Record<string, Tried>;
  /** Solved at the first try, one after the other: now, and the most there were. */
  run: number;
  longest: number;
  /** Days in a row with a puzzle of the day, up to which day, and for each game the day whose puzzle was solved last. */
  days: number;
  lastDay: number;
  daily: Partial<Record<GameName, number>>;
}

/** After so many days a puzzle that was failed comes again; after the last one it has been learnt. */
export const INTERVALS = [1, 3, 7, 21];
const NEVER = Infinity;
const PLACE = "tegel.puzzles";
export const NOTHING: Kept = { ratings: {}, tried: {}, run: 0, longest: 0, days: 0, lastDay: -1, daily: {} };

export const dueOn = (tried: Tried | undefined): number => tried?.due ?? NEVER;

export const ratingOf = (kept: Kept, game: GameName): Rating => kept.ratings[game] ?? UNRATED;

/** The days in a row: a day without a puzzle ends them, but today is not over yet. */
export const streakOn = (kept: Kept, day: number): number => (kept.lastDay >= day - 1 ? kept.days : 0);

/** When a puzzle comes again. */
function spaced(before: Tried | undefined, solved: boolean, day: number): Tried {
  const first = before?.first ?? solved;
  if (!solved) return { first, step: 0, due: day + INTERVALS[0]! };
  if (before?.step === undefined) return { first };
  const step = before.step + 1;
  const wait = INTERVALS[step];
  return wait === undefined ? { first } : { first, step, due: day + wait };
}

/** What is kept after the first try at a puzzle. Only a puzzle that is new to somebody changes the rating; of the others it knows more. */
export function tryOnce(
  kept: Kept,
  game: GameName,
  puzzle: { id: string; rating: number; deviation?: number },
  solved: boolean,
  day: number,
): Kept {
  const before = kept.tried[puzzle.id];
  const after = rated(ratingOf(kept, game), puzzle.rating, solved, puzzle.deviation);
  const run = solved ? kept.run + 1 : 0;
  return {
    ...kept,
    run,
    longest: Math.max(kept.longest, run),
    ratings: before ? kept.ratings : { ...kept.ratings, [game]: after },
    tried: { ...kept.tried, [puzzle.id]: spaced(before, solved, day) },
  };
}

/** What is kept when the puzzle of a day was found, at once or not. */
export function dailyDone(kept: Kept, game: GameName, day: number): Kept {
  const days = kept.lastDay === day ? kept.days : streakOn(kept, day) + 1;
  return { ...kept, days, lastDay: day, daily: { ...kept.daily, [game]: day } };
}

export function readKept(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return understand(found);
  } catch {
    return NOTHING;
  }
}

export function keep(kept: Kept): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing shows every puzzle as new.
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isRating = (value: unknown): value is Rating => isRecord(value) && isNumber(value["value"]) && isNumber(value["deviation"]);
const isTried = (value: unknown): value is Tried =>
  isRecord(value) &&
  typeof value["first"] === "boolean" &&
  ["step", "due"].every((name) => value[name] === undefined || isNumber(value[name]));

/** What was kept, as far as it can be understood: another version of the app may have written it, or a person. */
export function understand(found: unknown): Kept {
  if (!isRecord(found)) return NOTHING;
  const number = (name: "run" | "longest" | "days" | "lastDay"): number => (isNumber(found[name]) ? found[name] : NOTHING[name]);
  const part = <Value>(name: string, fits: (value: unknown) => value is Value): [string, Value][] =>
    Object.entries(isRecord(found[name]) ? found[name] : {}).filter((entry): entry is [string, Value] => fits(entry[1]));
  const ofGames = <Value>(entries: [string, Value][]): Partial<Record<GameName, Value>> =>
    Object.fromEntries(entries.filter(([name]) => (GAMES as readonly string[]).includes(name)));
  return {
    ratings: ofGames(part("ratings", isRating)),
    tried: Object.fromEntries(part("tried", isTried)),
    run: number("run"),
    longest: number("longest"),
    days: number("days"),
    lastDay: number("lastDay"),
    daily: ofGames(part("daily", isNumber)),
  };
}
