/** What the page and the workers of the engine say to each other. */

import type { Choice } from "./choices";
import type { Description, Settings } from "./description";
import type { RootMove } from "./engine-types";
import type { Position } from "./position";

/** So many simulations, or so many seconds, or whichever ends first. */
export interface Budget {
  simulations?: number;
  seconds?: number;
}

/** All that a worker needs to begin. */
export interface Files {
  code: WebAssembly.Module;
  description: Description;
  network: ArrayBuffer | null;
}

export interface SearchOrder {
  position: Position;
  budget: Budget;
  settings: Settings;
  learned: boolean;
  seed: bigint;
}

export interface SolveOrder {
  position: Position;
  positions: number;
  every: boolean;
}

export interface PlayOrder {
  state: Uint8Array;
  games: number;
  seed: bigint;
}

export type Asked =
  | ({ type: "open"; id: number } & Files)
  | ({ type: "search"; id: number } & SearchOrder)
  | ({ type: "solve"; id: number } & SolveOrder)
  | ({ type: "play"; id: number } & PlayOrder)
  | { type: "cancel"; id: number };

export type Told =
  | { type: "opened"; id: number }
  | { type: "found"; id: number; moves: RootMove[]; players: number; done: number; finished: boolean }
  | { type: "solved"; id: number; choices: Choice[] | null }
  | { type: "played"; id: number; made: number; signature: bigint }
  | { type: "failed"; id: number; message: string };
