/** Where a bubble goes on a small screen: never over what it speaks of, and over as little as can be of what one may touch. */

import type { Box } from "./boxes";

const STEP = 2;
/** Any part of what it speaks of weighs more than everything else. */
const NAMED = 10_000;

const shared = (a: Box, b: Box): number => {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
};
const covered = (box: Box, parts: readonly Box[]): number => parts.reduce((sum, part) => sum + shared(box, part), 0);

/** The place in a room for something of a size; among equals the lowest, nearest to the line that asks. */
export function placeBubble(size: { width: number; height: number }, room: Box, named: readonly Box[], other: readonly Box[]): Box {
  const lefts = [...new Set([room.left, Math.max(room.left, room.left + room.width - size.width)])];
  let best: Box = { ...size, left: room.left, top: room.top };
  let least = Infinity;
  for (let top = room.top + Math.max(0, room.height - size.height); top >= room.top; top -= STEP) {
    for (const left of lefts) {
      const box = { ...size, left, top };
      const cost = NAMED * covered(box, named) + covered(box, other);
      if (cost < least) [best, least] = [box, cost];
    }
  }
  return best;
}
