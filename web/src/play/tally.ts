/** Where the points of a game came from, for the table at its end. */

import type { GameModule } from "../games/game";
import type { GameEvent, StoryEvent } from "../lib/types";
import { t } from "../lib/words.svelte";

/** A heading of the table with all that was scored under it. */
export interface Row {
  heading: string;
  parts: StoryEvent[];
}

/** A move that was taken back later counts no more. */
function stands(event: GameEvent, at: number, all: GameEvent[]): boolean {
  return event.kind === "move" && !all.slice(at + 1).some((later) => later.kind === "undone" && later.ply < event.ply);
}

/** Everything that brought or cost points, in order. A forced move is told with what it brought. */
export function scoredParts(log: GameEvent[]): StoryEvent[] {
  return log
    .filter(stands)
    .flatMap((event) => event.story)
    .filter((part) => part.points !== 0 && part.kind !== "forced");
}

/** The rows of the table: in the order and under the headings of the game, then under its own name whatever the game has no heading for. */
export function tally(parts: StoryEvent[], scores: GameModule["scores"]): Row[] {
  const heading = (kind: string): string => {
    const key = scores[kind];
    return key ? t(key) : kind.replaceAll("_", " ");
  };
  const known = Object.keys(scores);
  const kinds = [...known, ...parts.map(({ kind }) => kind).filter((kind) => !known.includes(kind))];
  const headings = [...new Set(kinds.map(heading))];
  return headings
    .map((each) => ({ heading: each, parts: parts.filter(({ kind }) => heading(kind) === each) }))
    .filter((row) => row.parts.length > 0);
}

/** The points of some parts together. */
export const sum = (parts: StoryEvent[]): number => parts.reduce((total, part) => total + part.points, 0);

/** What each seat won or lost with a move, of those that did. A forced move is told with what it brought. */
export function totals(story: StoryEvent[]): [seat: number, points: number][] {
  const found = new Map<number, number>();
  for (const part of story)
    if (part.points !== 0 && part.kind !== "forced") found.set(part.seat, (found.get(part.seat) ?? 0) + part.points);
  return [...found].sort(([a], [b]) => a - b);
}

/** "+5", "−2". */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);
