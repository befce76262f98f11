/** A take of Azul before it is made: the tiles in their line, what falls, what the line will score. */

import type { Facts, MovePreview, Scored } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import type { Beat, Ghost, GhostNote } from "../game";
import { difference, flightsOf, ghostTiles } from "../moving";
import { drawing, moveTiles, reason } from "./beats";
import type { AzulFacts } from "./facts";

/** The move itself, without what follows from it. */
const own = ({ movements }: MovePreview): MovePreview["movements"] => movements.filter(({ event }) => event <= 0);

export function begin(before: Facts, seen: MovePreview): Beat {
  const movements = own(seen);
  return { facts: moveTiles(before as AzulFacts, movements), flights: flightsOf(movements, drawing) };
}

export function ghost(before: Facts, seen: MovePreview, now: Scored[]): Ghost {
  const movements = own(seen);
  const laid = movements.find(({ target }) => target.name === "line" || target.name === "wall");
  const falling = movements.filter(({ target }) => target.name === "floor");
  const notes: GhostNote[] = [];
  if (laid) notes.push(lineNote(before as AzulFacts, laid.seat, laid.target.row ?? 0, seen, laid.count));
  const first = falling[0];
  if (first) {
    const lost = -difference(["floor"], first.seat, now, seen.scoring);
    const count = falling.reduce((sum, moved) => sum + moved.count, 0);
    notes.push({ spot: `floor-${first.seat}`, text: t(lost > 0 ? "ghost.fall" : "ghost.fallfree", { count, points: lost }), good: false });
  }
  return { tiles: ghostTiles(movements, drawing, ["line", "wall", "floor"]), notes };
}

/** What the line will score at the end of the round, or what it lacks. */
function lineNote(facts: AzulFacts, seat: number, row: number, seen: MovePreview, count: number): GhostNote {
  const scored = seen.scoring.find((part) => part.kind === "tile" && part.seat === seat && part.row === row);
  if (scored) {
    const spot = `wall-${seat}-${row}-${scored.column ?? 0}`;
    return { spot, text: `+${scored.points} ${reason(scored.across ?? 0, scored.down ?? 0)}`, good: true };
  }
  const missing = row + 1 - (facts.boards[seat]?.lines[row]?.[1] ?? 0) - count;
  return { spot: `line-${seat}-${row}`, text: t("ghost.missing", { count: missing }), good: null };
}
