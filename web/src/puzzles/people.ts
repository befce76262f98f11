/** What people's first tries say of the puzzles: told to the server, now or when it can be reached again, and asked of it. */

import { ask, Refused } from "../lib/api";
import type { PuzzleRatings, TriedPuzzle } from "../lib/api-types";
import { isSite } from "../lib/site";
import type { Puzzle } from "./puzzles";

/** A first try that the server has not heard of: the move, or nothing where the solution was shown. */
export interface Untold {
  puzzle: string;
  move: string | null;
}

const PLACE = "tegel.puzzles.untold";
/** The oldest are forgotten. */
const MOST = 500;

const isUntold = (value: unknown): value is Untold => {
  const { puzzle, move } = (value ?? {}) as Partial<Untold>;
  return typeof puzzle === "string" && (move === null || typeof move === "string");
};

export function readUntold(): Untold[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter(isUntold) : [];
  } catch {
    return [];
  }
}

function keep(untold: Untold[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(untold.slice(-MOST)));
  } catch {
    // A browser that keeps nothing tells what it can at once.
  }
}

const tell = ({ puzzle, move }: Untold): Promise<TriedPuzzle> =>
  ask<TriedPuzzle>("POST", `/api/puzzles/${encodeURIComponent(puzzle)}/try`, { move });
/** Whether it is of use to say it again later. */
const isLater = (error: unknown): boolean =>
  !(error instanceof Refused) || ["offline", "too_many", "storage", "preparing", "failed"].includes(error.error);

let telling = false;

/** Tell the server of all tries that it has not heard of; what it does not take now stays for later. */
export async function tellTries(send: (untold: Untold) => Promise<unknown> = tell): Promise<void> {
  if (telling || isSite) return;
  telling = true;
  try {
    for (let next = readUntold()[0]; next; next = readUntold()[0]) {
      try {
        await send(next);
      } catch (error) {
        if (isLater(error)) return;
      }
      keep(readUntold().slice(1));
    }
  } finally {
    telling = false;
  }
}

/** Somebody tried a puzzle for the first time. */
export function noteTry(puzzle: string, move: string | null): void {
  if (isSite) return;
  keep([...readUntold(), { puzzle, move }]);
  void tellTries();
}

/** The puzzles with the ratings that people's tries gave them; as they came where the server cannot be asked. */
export async function withPeople(game: string, puzzles: Puzzle[]): Promise<Puzzle[]> {
  if (isSite) return puzzles;
  const found = await ask<PuzzleRatings>("GET", `/api/puzzles/${game}/ratings`).catch(() => null);
  const rated = new Map((found?.ratings ?? []).map((each) => [each.puzzle, each]));
  return puzzles.map((puzzle) => {
    const { rating, deviation } = rated.get(puzzle.id) ?? puzzle;
    return { ...puzzle, rating, ...(deviation === undefined ? {} : { deviation }) };
  });
}
