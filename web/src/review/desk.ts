/** Where one thread works at a review: one question after the other, each answered whole. */

import type { Choice } from "../engine/choices";
import { EngineError } from "../engine/errors";
import type { Files } from "../engine/messages";
import { EngineModule } from "../engine/module";
import { loadNetworks } from "../engine/network";
import type { StateBytes } from "../table";
import { ReviewEngine } from "./engine";
import type { Decision, Evaluator, Luck, MakeReview, ReviewFunctions, Start, Step, Value } from "./functions";

/** How much is looked at; the same seed gives the same answers. */
export interface Effort {
  simulations: number;
  redraws: number;
  seed: number;
}

export type Question =
  | { type: "begin"; start: Start }
  | { type: "look"; step: Step }
  | { type: "end"; state: StateBytes }
  /** What a move is worth, searched alone with so many times the budget. */
  | { type: "choice"; state: StateBytes; move: number; times: number };

export type Answer =
  | { type: "begun"; value: Value; luck: Luck[] }
  | { type: "looked"; decision: Decision; luck: Luck | null }
  | { type: "ended"; value: Value }
  | { type: "valued"; choice: Choice };

const SPECTATOR = -1;

export class Desk {
  readonly #functions: ReviewFunctions;

  private constructor(
    private readonly engine: ReviewEngine,
    private readonly effort: Effort,
    makeReview: MakeReview,
    review: { losses: Record<string, number[]> },
  ) {
    this.#functions = makeReview({ review_of: () => review });
  }

  static async open(files: Files, makeReview: MakeReview, effort: Effort): Promise<Desk> {
    const module = await EngineModule.load(files.code, files.description);
    const networks = files.network ? loadNetworks(module, new Uint8Array(files.network)) : [];
    return new Desk(new ReviewEngine(module, networks), effort, makeReview, files.description.players.review);
  }

  #evaluator(times = 1): Evaluator {
    return new this.#functions.Evaluator(this.engine, times * this.effort.simulations);
  }

  answer(asked: Question): Answer {
    const { redraws, seed } = this.effort;
    switch (asked.type) {
      case "begin": {
        const [value, luck] = this.#functions.begin(this.#evaluator(), asked.start, redraws, seed);
        return { type: "begun", value, luck };
      }
      case "look": {
        const [decision, luck] = this.#functions.look(this.#evaluator(), asked.step, redraws, seed);
        return { type: "looked", decision, luck };
      }
      case "end":
        return { type: "ended", value: this.#evaluator().value(asked.state, SPECTATOR, 0n) };
      case "choice":
        return { type: "valued", choice: this.#evaluator(asked.times).choice(asked.state, asked.move, BigInt(seed)) };
      default:
        throw new EngineError("nothing was asked");
    }
  }
}
