/** From what the rules told to what is seen: which tiles fly, and which parts of a story are seen at the same time. */

import type { Flight } from "../lib/motion";
import type { Choice, Facts, Movement, MovePreview, Place, Scored, StoryEvent } from "../lib/types";
import type { Beat } from "./game";

/** A move and what it brought, as the server tells it. */
export interface Happening {
  seat: number;
  move: Choice | null;
  story: StoryEvent[];
  movements: Movement[];
}

/** How a game draws what moves. */
export interface Drawing {
  face: (tile: number, moved: Movement) => string;
  /** The name of a place on the screen; null where it is not drawn. `at` counts tiles that move together. */
  spot: (place: Place, moved: Movement, at: number) => string | null;
}

const HAND = "hand";

/** The movements of one part of a story; -1 for the move itself. */
export const movementsOf = (told: Happening, event: number): Movement[] => told.movements.filter((moved) => moved.event === event);

/** Tiles that a line had no room for, as movements tell it: which line, how many, and where the first of them went. */
export function overflowOf(movements: Movement[]): { line: number; count: number; to: string } | null {
  const laid = movements.find(({ source, target }) => source.name === HAND && target.name === "line");
  const lost = movements.filter(({ source, target, tile }) => source.name === HAND && target.name !== "line" && tile === laid?.tile);
  if (!laid || !lost[0]) return null;
  return { line: (laid.target.row ?? 0) + 1, count: lost.reduce((sum, { count }) => sum + count, 0), to: lost[0].target.name };
}

/** The movements of a previewed move itself, without what follows from it. */
export const own = ({ movements }: MovePreview): Movement[] => movements.filter(({ event }) => event <= 0);

/** Puts tiles at a place of the drawing, or, with a negative number, takes them away. */
export type Put<Drawn extends Facts> = (facts: Drawn, place: Place, moved: Movement, count: number) => void;

/** The drawing after tiles moved; only until the server's own facts are shown. */
export function afterMoving<Drawn extends Facts>(facts: Drawn, movements: Movement[], put: Put<Drawn>): Drawn {
  const drawn = structuredClone(facts);
  for (const moved of movements) {
    put(drawn, moved.source, moved, -moved.count);
    put(drawn, moved.target, moved, moved.count);
  }
  return drawn;
}

/** Tiles on their way. What was taken in hand flies from where it lay to where it is laid down. */
export function flightsOf(movements: Movement[], drawing: Drawing): Flight[] {
  const held: (string | null)[] = [];
  const found: Flight[] = [];
  for (const moved of movements) {
    for (let at = 0; at < moved.count; at += 1) {
      const from = moved.source.name === HAND ? (held.shift() ?? null) : drawing.spot(moved.source, moved, at);
      if (moved.target.name === HAND) {
        held.push(from);
        continue;
      }
      const to = drawing.spot(moved.target, moved, at);
      if (from && to) found.push({ face: drawing.face(moved.tile, moved), from, to });
    }
  }
  return found;
}

/** The tiles that fly when a move is tried. */
export const triedFlights = (movements: Movement[], drawing: Drawing): Flight[] =>
  flightsOf(
    movements.filter(({ event }) => event === -1),
    drawing,
  );

/** Where tiles would come to lie, of those that go to these places. */
export function ghostTiles(movements: Movement[], drawing: Drawing, places: string[]): { spot: string; face: string }[] {
  return movements
    .filter(({ target }) => places.includes(target.name))
    .flatMap((moved) =>
      Array.from({ length: moved.count }, (_, at) => ({
        spot: drawing.spot(moved.target, moved, at) ?? "",
        face: drawing.face(moved.tile, moved),
      })),
    );
}

/** By how much the points of some kinds change for a seat. What did not change is not told again. */
export function difference(kinds: string[], seat: number, now: Scored[], then: Scored[]): number {
  const of = (parts: Scored[]): number =>
    parts.filter((part) => kinds.includes(part.kind) && part.seat === seat).reduce((sum, { points }) => sum + points, 0);
  const changed = then.filter((part) => kinds.includes(part.kind) && part.seat === seat);
  return changed.length > 0 ? of(changed) - of(now) : 0;
}

/**
 * The parts of a story in the order they are shown. Boards are scored at the same time: of a run of parts that may be seen together,
 * the first of every seat come first, then the second of every seat.
 */
export function moments(story: StoryEvent[], together: (event: StoryEvent) => boolean): number[][] {
  const found: number[][] = [];
  let first = 0; // where the present run begins
  let places: number[] = []; // of each seat: how many of its parts the run has
  story.forEach((event, at) => {
    if (!together(event)) {
      found.push([at]);
      first = found.length;
      places = [];
      return;
    }
    const place = first + (places[event.seat] ?? 0);
    places[event.seat] = place - first + 1;
    (found[place] ??= []).push(at);
  });
  return found;
}

/** Beats that are seen at the same time as one. */
export function join(beats: Beat[]): Beat {
  const last = beats[beats.length - 1] as Beat;
  return {
    facts: last.facts,
    flights: beats.flatMap((beat) => beat.flights ?? []),
    marks: beats.flatMap((beat) => beat.marks ?? []),
    notes: beats.flatMap((beat) => beat.notes ?? []),
    look: Math.max(...beats.map((beat) => beat.look ?? 0)),
  };
}
