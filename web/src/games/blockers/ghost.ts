/** A tile of Blockers! before it is laid: where it would lie, what it captures, what becomes of the groups. */

import type { Facts, Movement, MovePreview, Scored } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import type { Beat, Ghost, GhostNote } from "../game";
import { colourOf, drawingOf, flights, moveTile } from "./beats";
import { type BlockersFacts, faceOf } from "./facts";

const known = ({ movements }: MovePreview): Movement[] => movements.filter(({ tile }) => tile >= 0);

export function begin(before: Facts, seen: MovePreview): Beat {
  const movements = known(seen);
  return { facts: movements.reduce(moveTile, before as BlockersFacts), flights: flights(before, movements) };
}

export function ghost(before: Facts, seen: MovePreview, now: Scored[]): Ghost {
  const laid = known(seen).find(({ target }) => target.name === "board");
  if (!laid) return { tiles: [], notes: [] };
  const spot = drawingOf(before as BlockersFacts).spot(laid.target, laid, 0) ?? "";
  return { tiles: [{ spot, face: faceOf(colourOf(laid), laid.tile) }], notes: [note(spot, laid, seen, now)] };
}

/** "captures, joins two groups: −1 group". Few points win, so fewer groups are good. */
function note(spot: string, laid: Movement, seen: MovePreview, now: Scored[]): GhostNote {
  const said: string[] = [];
  if (seen.movements.some(({ target }) => target.name === "captured")) said.push(t("blockers.ghost.captures"));
  const change = groupChange(colourOf(laid), now, seen.scoring);
  if (change < 0) said.push(t("blockers.ghost.joins", { count: 1 - change, fewer: -change }));
  else if (change > 0) said.push(t("blockers.ghost.more", { count: change }));
  else said.push(t("blockers.ghost.same"));
  const before = points(now, laid.seat);
  const after = seen.preview[laid.seat] ?? before;
  return { spot, text: said.join(", "), good: after === before ? null : after < before };
}

const points = (parts: Scored[], seat: number): number =>
  parts.filter((part) => part.seat === seat).reduce((sum, part) => sum + part.points, 0);

/** How many more groups of a colour there will be; what did not change is not told again. */
export function groupChange(colour: number, now: Scored[], then: Scored[]): number {
  const of = (parts: Scored[]): Scored | undefined => parts.find((part) => part.kind === "groups" && part.colour === colour);
  const after = of(then);
  return after ? (after.count ?? 0) - (of(now)?.count ?? 0) : 0;
}
