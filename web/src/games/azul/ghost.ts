/** A take of Azul before it is made: the tiles in their line, what falls, what the line will score. */

import type { Facts, MovePreview, Scored } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import type { Beat, Ghost, GhostNote } from "../game";
import { type Beside, lineNote } from "../lines";
import { difference, flightsOf, ghostTiles, own } from "../moving";
import { drawing, moveTiles } from "./beats";
import type { AzulFacts } from "./facts";

const BESIDE: Beside = { name: "wall", unscored: "ghost.full" };

export function begin(before: Facts, seen: MovePreview): Beat {
  const movements = own(seen);
  return { facts: moveTiles(before as AzulFacts, movements), flights: flightsOf(movements, drawing) };
}

export function ghost(before: Facts, seen: MovePreview, now: Scored[]): Ghost {
  const movements = own(seen);
  const laid = movements.find(({ target }) => target.name === "line" || target.name === "wall");
  const falling = movements.filter(({ target }) => target.name === "floor");
  const notes: GhostNote[] = [];
  if (laid) notes.push(lineNote((before as AzulFacts).boards[laid.seat], BESIDE, laid, seen));
  const first = falling[0];
  if (first) {
    const lost = -difference(["floor"], first.seat, now, seen.scoring);
    const count = falling.reduce((sum, moved) => sum + moved.count, 0);
    notes.push({ spot: `floor-${first.seat}`, text: t(lost > 0 ? "ghost.fall" : "ghost.fallfree", { count, points: lost }), good: false });
  }
  return { tiles: ghostTiles(movements, drawing, ["line", "wall", "floor"]), notes };
}
