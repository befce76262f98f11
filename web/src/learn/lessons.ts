/** The lessons of each game: positions, with an answer to every legal move; and which of them were done, kept in this browser. */

import type { GameName } from "../lib/types";
import type { Question } from "./exercise.svelte";

export interface Task {
  position: string;
  /** Codes of moves, with spaces between them, by the reason why they are wrong; those under "" are right. */
  moves: Record<string, string>;
}

export interface Lesson {
  name: string;
  tasks: Task[];
}

const loaders: Record<GameName, () => Promise<{ default: unknown }>> = {
  azul: () => import("../../../src/tegel/learn/azul.json"),
  duel: () => import("../../../src/tegel/learn/duel.json"),
  blockers: () => import("../../../src/tegel/learn/blockers.json"),
};

export async function loadLessons(game: GameName): Promise<Lesson[]> {
  return (await loaders[game]()).default as Lesson[];
}

/** Why a move is wrong; "" if it is right. */
export function judge(task: Task, code: string): string {
  const found = Object.entries(task.moves).find(([, codes]) => codes.split(" ").includes(code));
  if (!found) throw new Error(`${code} is no move of this task`);
  return found[0];
}

/** A move that is right. */
export const solution = (task: Task): string => task.moves[""]?.split(" ")[0] ?? "";

/** A task as a question on a board. */
export const asked = (task: Task): Question => ({
  position: task.position,
  solution: solution(task),
  judge: (code) => judge(task, code),
});

const PLACE = "tegel.lessons";

export function doneLessons(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.map(String) : []);
  } catch {
    return new Set();
  }
}

export function markDone(game: GameName, lesson: string): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify([...doneLessons().add(`${game}/${lesson}`)].sort()));
  } catch {
    // A browser that keeps nothing shows every lesson as new.
  }
}
