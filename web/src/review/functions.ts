/** What a review makes of an engine's answers: functions translated from Python, which come with each game's engine. */

import type { Choice } from "../engine/choices";
import type { StateBytes } from "../table";

export type Mark = "inaccuracy" | "mistake" | "blunder";

/** One move of a game that is over. */
export interface Step {
  ply: number;
  before: StateBytes;
  move: number;
  after: StateBytes;
}

/** How a game began: its options as a state that has nothing else, and whose view it began from, where it began at a position. */
export interface Start {
  options: StateBytes;
  state: StateBytes;
  viewer: number | null;
}

export interface Value {
  win: number[];
  points: number[];
}

/** A decision as it is sent from one thread to another. */
export interface Decision {
  ply: number;
  seat: number;
  move: number;
  best: Choice;
  own: Choice;
  forced: boolean;
  exact: boolean;
  gain: number;
  points_gain: number;
}

export interface Luck {
  ply: number;
  win: number[];
  points: number[];
  error: number[];
  exact: boolean;
}

/** A move as a review shows it: docs/luck.md says what each name means. */
export interface PlainMove {
  ply: number;
  seat: number;
  move: string;
  best: string;
  loss: number;
  points_loss: number;
  mark: Mark | "";
  forced: boolean;
  exact: boolean;
  win: number[];
  expected: number[];
  change: number[];
  line: string[];
}

export interface Performance {
  decisions: number;
  mean_loss: number;
  accuracy: number;
  accuracy_margin: number;
  level: number | null;
  level_low: number | null;
  level_high: number | null;
  marks: Record<Mark, number>;
}

export interface Parts {
  start: number[];
  luck: number[];
  errors: number[];
  gifts: number[];
  rest: number[];
  result: number[];
  /** By who moved, then by who got it. */
  given: number[][];
}

/** A whole review: what `tegel analyse --json` prints. */
export interface PlainReview {
  game: string;
  players: string[];
  points: number[];
  parts: Parts;
  point_parts: Parts;
  performance: Performance[];
  turning_points: number[];
  curve: number[][];
  moves: PlainMove[];
  luck: Luck[];
}

/** A game's name, and its moves as text. */
export interface Coded {
  name: string;
  code(move: number): string;
}

export interface ReviewedRecord {
  game: Coded;
  names: string[];
  points: number[];
}

export interface Evaluator {
  value(state: StateBytes, viewer: number, seed: number | bigint): Value;
  best(state: StateBytes, seed: bigint): Choice;
  choice(state: StateBytes, move: number, seed: bigint): Choice;
}

export interface ReviewFunctions {
  Evaluator: new (engine: object, simulations: number) => Evaluator;
  Value(win: number[], points: number[]): Value;
  Decision(...fields: unknown[]): Decision;
  Luck(...fields: unknown[]): Luck;
  Review(record: ReviewedRecord, start: Value, decisions: Decision[], luck: Luck[], final: Value): object;
  look(evaluator: Evaluator, step: Step, redraws: number, seed: number): [Decision, Luck | null];
  begin(evaluator: Evaluator, start: Start, redraws: number, seed: number): [Value, Luck[]];
  passes(best: Choice, tried: Choice, seat: number): boolean;
  plain_review(found: object): PlainReview;
  plain_decision(game: Coded, decision: Decision): PlainMove;
}

export type MakeReview = (host: { review_of: (game: string) => { losses: Record<string, number[]> } }) => ReviewFunctions;

/** A decision that came from another thread, with all that can be asked of it. */
export const revive = (
  { Decision }: ReviewFunctions,
  { ply, seat, move, best, own, forced, exact, gain, points_gain }: Decision,
): Decision => Decision(ply, seat, move, best, own, forced, exact, gain, points_gain);
