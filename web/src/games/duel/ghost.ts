/** A take of Azul Duel before it is made: the tiles in their line, what breaks, what the line will score. */

import type { Facts, MovePreview, Scored } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import type { Beat, Ghost, GhostNote } from "../game";
import { type Beside, lineNote } from "../lines";
import { difference, flightsOf, ghostTiles, own } from "../moving";
import { drawing, moveTiles } from "./beats";
import type { DuelFacts } from "./facts";

const BESIDE: Beside = { name: "dome", unscored: "ghost.noplace" };

export function begin(before: Facts, seen: MovePreview): Beat {
  const movements = own(seen);
  return { facts: moveTiles(before as DuelFacts, movements), flights: flightsOf(movements, drawing) };
}

export function ghost(before: Facts, seen: MovePreview, now: Scored[]): Ghost {
  const movements = own(seen);
  const laid = movements.find(({ target }) => target.name === "line" || target.name === "dome");
  const breaking = movements.filter(({ target }) => target.name === "broken");
  const start = movements.find(({ target }) => target.name === "start");
  const notes: GhostNote[] = [];
  if (laid) notes.push(lineNote((before as DuelFacts).boards[laid.seat], BESIDE, laid, seen));
  const cost = (seat: number): number => -difference(["floor", "floor_start"], seat, now, seen.scoring);
  const first = breaking[0];
  if (first) {
    const count = breaking.reduce((sum, moved) => sum + moved.count, 0);
    const points = cost(first.seat);
    notes.push({ spot: `broken-${first.seat}`, text: t(points > 0 ? "ghost.break" : "ghost.breakfree", { count, points }), good: false });
  } else if (start && cost(start.seat) > 0) {
    notes.push({ spot: `start-${start.seat}`, text: `−${cost(start.seat)}`, good: false });
  }
  return { tiles: ghostTiles(movements, drawing, ["line", "dome", "broken", "start"]), notes };
}
