/** The puzzles of each game, as the package has them, and which comes next. */

import type { GameName } from "../lib/types";
import { dueOn, type Kept } from "./progress";

export interface Puzzle {
  id: string;
  position: string;
  /** The best move, and those that come to the same. */
  solution: string[];
  /** The expected continuation, the solution first. */
  line: string[];
  second: string;
  /** The chance of the seat to move after the solution, and how far the second best is behind. */
  chance: number;
  gap: number;
  verified: "game" | "round" | "search";
  themes: string[];
  rating: number;
  /** One standard deviation of the rating, where people have tried it. */
  deviation?: number;
}

const loaders: Record<GameName, () => Promise<{ default: string }>> = {
  azul: () => import("../../../src/tegel/learn/puzzles/azul.jsonl?raw"),
  duel: () => import("../../../src/tegel/learn/puzzles/duel.jsonl?raw"),
  blockers: () => import("../../../src/tegel/learn/puzzles/blockers.jsonl?raw"),
};

export async function loadPuzzles(game: GameName): Promise<Puzzle[]> {
  const { default: text } = await loaders[game]();
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Puzzle);
}

const DAY = 86_400_000;

/** The number of a day on this device's calendar. */
export const dayOf = (date: Date): number => Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);

const coprime = (one: number, other: number): boolean => (other === 0 ? one === 1 : coprime(other, one % other));

/** The puzzle of a day: the same one for everybody, and each once before one comes again. */
export function puzzleOfDay(puzzles: readonly Puzzle[], day: number): Puzzle | undefined {
  let step = Math.floor(puzzles.length * 0.618) || 1;
  while (!coprime(step, puzzles.length)) step += 1;
  return puzzles[(day * step) % puzzles.length];
}

export const withTheme = (puzzles: readonly Puzzle[], theme: string): Puzzle[] =>
  puzzles.filter(({ themes }) => !theme || themes.includes(theme));

/** How often each theme occurs, the commonest first. */
export function countThemes(puzzles: readonly Puzzle[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const theme of puzzles.flatMap(({ themes }) => themes)) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].sort(([one, few], [other, many]) => many - few || one.localeCompare(other));
}

/** Those that were not solved at once and are to be tried again by now. */
export const puzzlesDue = (puzzles: readonly Puzzle[], kept: Kept, day: number): Puzzle[] =>
  puzzles.filter(({ id }) => dueOn(kept.tried[id]) <= day);

/** Among this many that suit a rating best, chance decides. */
const NEAREST = 5;

/** What to try next: what is due, or else something new that is about as hard as somebody is good. */
export function nextPuzzle(puzzles: readonly Puzzle[], kept: Kept, rating: number, day: number, random = Math.random): Puzzle | undefined {
  const due = puzzlesDue(puzzles, kept, day);
  const fresh = puzzles
    .filter(({ id }) => !(id in kept.tried))
    .sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating));
  const choice = due.length > 0 ? due : fresh.slice(0, NEAREST);
  return choice[Math.floor(random() * choice.length)];
}
