/** What draws come from: where a position does not tell the future, or somebody wants another one. */

import type { GameKit, Key, StateBytes } from "../table";

/** Sixteen hexadecimal digits, which are never all 0. */
export function newDraw(): string {
  const [word = 1n] = crypto.getRandomValues(new BigUint64Array(1));
  return (word || 1n).toString(16).padStart(16, "0");
}

export const toKey = (draw: string): Key => [BigInt(`0x${draw}`), 0n, 0n, 0n];

/** The same position, with other draws to come. */
export function redraw(kit: GameKit, state: StateBytes, draw: string): StateBytes {
  return kit.rules.write({ ...kit.rules.read(state), key: toKey(draw), draws: 0 });
}

/** Whether a position tells the future. */
export const hasKey = (kit: GameKit, state: StateBytes): boolean => (kit.rules.read(state)["key"] as bigint[]).some((word) => word !== 0n);

/** Whether a position leaves something open: racks, or plates (of which `S` and `J` are the backs). */
export const hides = (position: string): boolean =>
  position.split("\n").some((line) =>
    line
      .split(" ")
      .slice(1)
      .some((word) => word.includes("?") || ["S", "J"].includes(word.split(":")[0] ?? "")),
  );

/** A position is what no one seat sees: it hides some things and shows others. */
export class Mixed extends Error {}

/** The state at which a study begins, with all that its position does not tell drawn. The same as in Python. */
export function complete(kit: GameKit, position: string, draw: string): StateBytes {
  const state = kit.readPosition(position);
  if (hasKey(kit, state)) return state;
  if (!hides(position)) return redraw(kit, state, draw);
  const players = Number(kit.rules.read(state)["players"]);
  for (const viewer of [...Array(players).keys(), -1]) {
    if (kit.writePosition(kit.rules.hide(state, viewer)) === position) return kit.rules.sample(state, viewer, toKey(draw));
  }
  throw new Mixed("the position hides some things and shows others");
}
