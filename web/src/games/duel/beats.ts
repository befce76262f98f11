/** A move of Azul Duel as it is seen: tiles to lines, rests to the moons, tiles to the dome with their points. The rules say what moves. */

import type { Flight } from "../../lib/motion";
import type { Facts, Movement, Place, StoryEvent } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import type { Beat } from "../game";
import { fillLine, reason } from "../lines";
import { afterMoving, type Drawing, flightsOf, type Happening, join, moments, movementsOf, triedFlights } from "../moving";
import { type DuelFacts, FACES, SPECIAL } from "./facts";

const START_TILE = -1;

function moonSpot(factory: number, tile: number, leaving: boolean): string {
  if (tile === START_TILE) return "start-tile";
  if (factory === 0) return `large-moon-${tile}`;
  return leaving ? `moon-${factory}-top` : `moon-${factory}`;
}

export const drawing: Drawing = {
  face: (tile) => (tile === START_TILE ? "marker" : (FACES[tile] ?? "blue")),
  spot: (place, { tile, seat, source }, at) => {
    const { name, row = -1, column = -1 } = place;
    switch (name) {
      case "sun":
        return `sun-${row}-${tile}`;
      case "moon":
        return moonSpot(row, tile, place === source);
      case "building":
        return place === source ? `building-${tile}` : `moon-${row}`;
      case "line":
        return `line-${seat}-${row}-${column + at}`;
      case "dome":
        return `dome-${seat}-${row}-${column}`;
      case "broken":
        return `broken-${seat}-${column}`;
      case "start":
        return `start-${seat}`;
      default:
        return name;
    }
  },
};

function put(facts: DuelFacts, place: Place, { seat, tile }: Movement, count: number): void {
  const { name, row = -1, column = -1 } = place;
  const board = facts.boards[seat];
  const add = (counts: number[] | undefined): void => {
    if (counts) counts[tile] = (counts[tile] ?? 0) + count;
  };
  if (tile === START_TILE) facts.start_tile = seat;
  else if (name === "sun") add(facts.suns[row]);
  else if (name === "tower") add(facts.tower);
  else if (name === "building") add(facts.building);
  else if (name === "moon" && row === 0) add(facts.large_moon);
  else if (name === "moon") {
    const stack = facts.moons[row - 1];
    if (count < 0) stack?.pop();
    else stack?.push(...Array<number>(count).fill(tile));
  } else if (name === "line" && board) fillLine(board, row, tile, count);
  else if (name === "dome") (board?.tiles[row] ?? [])[column] = tile;
  else if (name === "broken") {
    if (count > 0) board?.broken.push(tile);
    else board?.broken.splice(board.broken.indexOf(tile), 1);
  }
}

export const moveTiles = (facts: DuelFacts, movements: Movement[]): DuelFacts => afterMoving(facts, movements, put);

export const flights = (_: Facts, movements: Movement[]): Flight[] => triedFlights(movements, drawing);

/** What is pointed at and said of a part of the story; null where there is nothing to see. */
function remark(event: StoryEvent): Pick<Beat, "marks" | "notes" | "look"> | null {
  const { kind, seat, points, count } = event;
  const note = (spot: string, text: string): Pick<Beat, "notes" | "look"> => ({ notes: [{ spot, points, text }], look: 450 });
  const spot = `dome-${seat}-${event.row}-${event.column}`;
  switch (kind) {
    case "tile":
      return { marks: [spot], ...note(spot, reason(event.across, event.down)) };
    case "special":
      return { marks: [spot], ...note(spot, t("duel.note.special")) };
    case "broken":
      return { marks: [`line-${seat}-${event.row}`], look: 350 };
    case "floor":
    case "floor_start":
      return points === 0 ? { look: 200 } : note(`broken-${seat}`, t("duel.note.broken", { count }));
    case "drawn":
      return points === 0 ? null : note("stack", t("duel.note.drawn"));
    case "scoring":
      return note(`score-${seat}`, t("duel.note.scoring", { number: event.row + 1 }));
    default:
      return null;
  }
}

/** The places that tiles in hand went to, or that another kind of move is about. */
function marksOf(told: Happening, movements: Movement[]): string[] | null {
  const found = movements.find(({ source }) => source.name === "hand");
  if (found) return [found.target.name === "line" ? `line-${found.seat}-${found.target.row ?? 0}` : `broken-${found.seat}`];
  if (movements.length > 0) return [];
  const kind = told.move?.parts.kind;
  if (kind === "chip") return [`chips-${told.seat}`];
  return kind === "lay" ? [] : null;
}

const SCORING = new Set(["tile", "special", "broken", "floor", "floor_start", "scoring"]);

export function beats(before: Facts, told: Happening, after: Facts): Beat[] {
  let facts = before as DuelFacts;
  const beat = (event: number): Beat | null => {
    const movements = movementsOf(told, event);
    const part = told.story[event];
    facts = moveTiles(facts, movements);
    const board = facts.boards[part?.seat ?? -1];
    if (board && part) board.score += part.points;
    if (board && part?.kind === "special") (board.tiles[part.row] ?? [])[part.column] = SPECIAL;
    const flights = flightsOf(movements, drawing);
    const said = part && part.kind !== "forced" ? remark(part) : null;
    if (said) return { facts, flights, ...said };
    const marks = event < 0 ? marksOf(told, movements) : movements.length > 0 ? marksOf(told, movements) : null;
    return marks ? { facts, flights, marks, look: 350 } : null;
  };
  const found: Beat[] = [];
  const own = beat(-1);
  if (own) found.push(own);
  for (const together of moments(told.story, ({ kind }) => SCORING.has(kind))) {
    const seen = together.map(beat).filter((each) => each !== null);
    if (seen.length > 0) found.push(join(seen));
  }
  found.push({ facts: after, look: 200 });
  return found;
}
