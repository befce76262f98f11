/** A take of Azul Duel before it is made: the tiles in their line, what breaks, what the line will score. */

import type { Facts, MovePreview, Scored } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import { reason } from "../azul/beats";
import type { Beat, Ghost, GhostNote } from "../game";
import { difference, flightsOf, ghostTiles } from "../moving";
import { drawing, moveTiles } from "./beats";
import type { DuelFacts } from "./facts";

/** The move itself, without what follows from it. */
const own = ({ movements }: MovePreview): MovePreview["movements"] => movements.filter(({ event }) => event <= 0);

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
  if (laid) notes.push(lineNote(before as DuelFacts, laid.seat, laid.target.row ?? 0, seen, laid.count));
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

/** What the line will score at the end of the round, or what it lacks. */
function lineNote(facts: DuelFacts, seat: number, row: number, seen: MovePreview, count: number): GhostNote {
  const scored = seen.scoring.find((part) => part.kind === "tile" && part.seat === seat && part.row === row);
  if (scored) {
    const spot = `dome-${seat}-${row}-${scored.column ?? 0}`;
    return { spot, text: `+${scored.points} ${reason(scored.across ?? 0, scored.down ?? 0)}`, good: true };
  }
  const missing = row + 1 - (facts.boards[seat]?.lines[row]?.[1] ?? 0) - count;
  return { spot: `line-${seat}-${row}`, text: missing > 0 ? t("ghost.missing", { count: missing }) : t("ghost.noplace"), good: null };
}
