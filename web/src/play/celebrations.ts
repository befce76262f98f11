/** What is worth a small celebration: a whole row, column or colour on a wall or dome, each with the places it stands on. */

import type { AzulFacts } from "../games/azul/facts";
import type { DuelFacts } from "../games/duel/facts";
import type { Facts, GameName } from "../lib/types";

export interface Feat {
  /** Of whom, and what: `0-row-2`. */
  name: string;
  spots: string[];
}

type Cells = readonly (readonly (number | null)[])[];

/** The whole rows and columns of a board. */
function linesOf(seat: number, board: string, cells: Cells): Feat[] {
  const spot = (row: number, column: number): string => `${board}-${seat}-${row}-${column}`;
  const size = cells.length;
  const found: Feat[] = [];
  for (let at = 0; at < size; at += 1) {
    if (cells[at]?.every((tile) => tile !== null))
      found.push({ name: `${seat}-row-${at}`, spots: cells[at]?.map((_, other) => spot(at, other)) ?? [] });
    if (cells.every((row) => row[at] !== null))
      found.push({ name: `${seat}-column-${at}`, spots: cells.map((_, other) => spot(other, at)) });
  }
  return found;
}

/** The colours of which every row of a wall has one. */
function coloursOf(seat: number, wall: Cells): Feat[] {
  return [0, 1, 2, 3, 4]
    .filter((colour) => wall.length > 0 && wall.every((row) => row.includes(colour)))
    .map((colour) => ({ name: `${seat}-colour-${colour}`, spots: wall.map((row, at) => `wall-${seat}-${at}-${row.indexOf(colour)}`) }));
}

export function featsOf(name: GameName, facts: Facts): Feat[] {
  if (name === "azul")
    return (facts as AzulFacts).boards.flatMap(({ wall }, seat) => [...linesOf(seat, "wall", wall), ...coloursOf(seat, wall)]);
  if (name === "duel") return (facts as DuelFacts).boards.flatMap(({ tiles }, seat) => linesOf(seat, "dome", tiles));
  return [];
}

/** The feats of a position that were none in the one before. */
export function newFeats(name: GameName, before: Facts, after: Facts): Feat[] {
  const known = new Set(featsOf(name, before).map((feat) => feat.name));
  return featsOf(name, after).filter((feat) => !known.has(feat.name));
}
