/** A position to think about: a state's bytes, as one seat sees it. What the seat may not know is removed before anything else is done. */

import { EngineError } from "./errors";
import type { EngineModule } from "./module";

export interface Position {
  state: Uint8Array;
  seat: number;
}

/** Put a position in memory; `EngineError` if it is none, is broken, or the seat has nothing to decide. */
export function putPosition(module: EngineModule, { state, seat }: Position): number {
  const size = module.sizeOf("state");
  const { game, constants } = module.description;
  if (state.length !== size) throw new EngineError(`a state of ${game} has ${size} bytes, not ${state.length}`);
  const at = module.takeRecord("state");
  module.bytes(at, size).set(state);
  const broken = module.entries.check(at);
  if (broken !== 0) throw new EngineError(`this is no position of ${game}: ${constants.checks[broken] ?? "it is broken"}`);
  if (Number(module.read("state", at, "turn")) !== seat)
    throw new EngineError("there is nothing to think about: it is not this seat's turn");
  module.entries.hide(at, seat);
  return at;
}

/** The legal moves of a state in memory. */
export function legalMoves(module: EngineModule, state: number): number[] {
  const moves = module.take(2 * module.description.constants.most_legal);
  const count = module.entries.legal(state, moves);
  return Array.from({ length: count }, (_, n) => module.view.getInt16(moves + 2 * n, true));
}
