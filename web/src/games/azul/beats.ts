/** A move of Azul as it is seen at a table: tiles taken, laid, scored, the floor cleared, the discs filled. The rules say what moves. */

import type { Flight } from "../../lib/motion";
import type { Facts, Movement, Place, StoryEvent } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import type { Beat } from "../game";
import { fillLine, reason } from "../lines";
import { afterMoving, type Drawing, flightsOf, type Happening, join, moments, movementsOf, triedFlights } from "../moving";
import { type AzulFacts, FACES, MARKER } from "./facts";

export const drawing: Drawing = {
  face: (tile) => FACES[tile] ?? "blue",
  spot: (place, { tile, seat, source }, at) => {
    const { name, row = -1, column = -1 } = place;
    switch (name) {
      case "disc":
        return `disc-${row}-${tile}`;
      case "centre":
        return tile === MARKER ? "centre-marker" : `centre-${tile}`;
      case "line":
        return `line-${seat}-${row}-${column + at}`;
      case "wall":
        return `wall-${seat}-${row}-${column}`;
      case "floor":
        if (column >= 0) return `floor-${seat}-${column}`;
        return place === source ? `floor-${seat}` : null;
      default:
        return name === "bag" && source.name === "lid" ? null : name;
    }
  },
};

function put(facts: AzulFacts, place: Place, { seat, tile }: Movement, count: number): void {
  const board = facts.boards[seat];
  const row = place.row ?? -1;
  const add = (counts: number[] | undefined): void => {
    if (counts) counts[tile] = (counts[tile] ?? 0) + count;
  };
  if (place.name === "centre" && tile === MARKER) facts.marker = count > 0 ? "centre" : seat;
  else if (place.name === "centre") add(facts.centre);
  else if (place.name === "lid") add(facts.lid);
  else if (place.name === "bag") add(facts.bag);
  else if (place.name === "disc") add(facts.discs[row]);
  else if (place.name === "line" && board) fillLine(board, row, tile, count);
  else if (place.name === "wall") (board?.wall[row] ?? [])[place.column ?? 0] = tile;
  else if (place.name === "floor" && (place.column ?? -1) >= 0) {
    if (count > 0) board?.floor.push(tile);
    else board?.floor.splice(board.floor.indexOf(tile), 1);
  }
}

export const moveTiles = (facts: AzulFacts, movements: Movement[]): AzulFacts => afterMoving(facts, movements, put);

export const flights = (_: Facts, movements: Movement[]): Flight[] => triedFlights(movements, drawing);

/** The line or floor that tiles went to. */
function marksOf(movements: Movement[]): string[] {
  const found = movements.find(({ source }) => source.name === "hand");
  if (!found) return [];
  return [found.target.name === "line" ? `line-${found.seat}-${found.target.row ?? 0}` : `floor-${found.seat}`];
}

/** The spaces that a bonus is for. */
function bonusSpots(facts: AzulFacts, event: StoryEvent): string[] {
  return [0, 1, 2, 3, 4].flatMap((at) => {
    if (event.kind === "row") return [`wall-${event.seat}-${event.row}-${at}`];
    if (event.kind === "column") return [`wall-${event.seat}-${at}-${event.column}`];
    const column = facts.boards[event.seat]?.wall[at]?.indexOf(event.colour) ?? -1;
    return column < 0 ? [] : [`wall-${event.seat}-${at}-${column}`];
  });
}

/** How long a score is looked at, in milliseconds: with four players there are many in a row. */
const LOOK = 330;

/** What is pointed at and said of a part of the story. */
function remark(facts: AzulFacts, event: StoryEvent): Pick<Beat, "marks" | "notes" | "look"> {
  const { seat, points, count } = event;
  if (event.kind === "tile") {
    const spot = `wall-${seat}-${event.row}-${event.column}`;
    return { marks: [spot], notes: [{ spot, points, text: reason(event.across, event.down) }], look: LOOK };
  }
  if (event.kind === "floor") return { notes: [{ spot: `floor-${seat}`, points, text: t("azul.floornote", { count }) }], look: LOOK };
  if (event.kind === "row" || event.kind === "column" || event.kind === "colour") {
    const marks = bonusSpots(facts, event);
    return { marks, notes: [{ spot: marks[2] ?? `score-${seat}`, points, text: t(`azul.bonus.${event.kind}`) }], look: 700 };
  }
  return { look: 200 };
}

const SCORING = new Set(["tile", "fell", "floor", "row", "column", "colour"]);

export function beats(before: Facts, told: Happening, after: Facts): Beat[] {
  let facts = before as AzulFacts;
  const beat = (event: number): Beat => {
    const movements = movementsOf(told, event);
    const part = told.story[event];
    facts = moveTiles(facts, movements);
    const board = facts.boards[part?.seat ?? -1];
    if (board && part) board.score += part.points;
    const said = part && part.kind !== "forced" ? remark(facts, part) : { marks: marksOf(movements), look: 160 };
    return { facts, flights: flightsOf(movements, drawing), ...said };
  };
  const found = movementsOf(told, -1).length > 0 ? [beat(-1)] : [];
  for (const together of moments(told.story, ({ kind }) => SCORING.has(kind))) found.push(join(together.map(beat)));
  found.push({ facts: after });
  return found;
}
