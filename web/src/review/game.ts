/** A finished game, ready to be looked back at: every position of it, from its record. */

import type { Kit } from "../local/kits";
import { type StateBytes, Table } from "../table";
import type { ReviewedRecord, Start, Step } from "./functions";

export interface FinishedGame {
  start: Start;
  steps: Step[];
  final: StateBytes;
  record: ReviewedRecord;
}

/** The game ended before its end: somebody gave up, or it still goes on. */
export class NotOver extends Error {}

/** The draws are not known. */
export class NoKey extends Error {}

/** Play a record again; an `Error` where it is none. */
export function readGame({ table: kit }: Pick<Kit, "table">, text: string): FinishedGame {
  const { options, key, moves, names, start } = kit.readRecord(text);
  if (!key) throw new NoKey("the key is secret");
  const table = start
    ? new Table(kit, { state: kit.rules.sample(kit.readPosition(start.position), start.viewer, key) })
    : new Table(kit, { options: options.values, key });
  const state = table.state;
  for (const move of moves) table.play(move);
  if (table.turn !== null) throw new NotOver("the game is not over");
  const steps = table.made.map(({ move, before }, at) => {
    return { ply: at + 1, before, move, after: table.made[at + 1]?.before ?? table.state };
  });
  const game = { name: kit.description.game, code: (move: number) => kit.showMove(move, "en").code };
  return {
    start: { options: kit.blank(options.values), state, viewer: start?.viewer ?? null },
    steps,
    final: table.state,
    record: { game, names, points: table.result?.points ?? [] },
  };
}
