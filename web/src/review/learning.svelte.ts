/** One's own mistakes as questions: find something better than what was played. */

import type { Choice } from "../lib/types";
import type { PlainMove } from "./functions";
import type { Reviewing } from "./review.svelte";

export type Verdict = "right" | "best" | "wrong" | "shown";

export class Learning {
  at = $state(0);
  verdict: Verdict | null = $state(null);
  /** The move that was tried last, and how far it is behind the best. */
  tried: number | null = $state(null);
  behind = $state(0);
  busy = $state(false);

  constructor(
    private readonly reviewing: Reviewing,
    readonly questions: PlainMove[],
  ) {
    this.ask(0);
  }

  get question(): PlainMove | undefined {
    return this.questions[this.at];
  }

  get best(): number {
    return this.#number(this.question?.best ?? "");
  }

  get done(): boolean {
    return this.verdict !== null && this.verdict !== "wrong";
  }

  get last(): boolean {
    return this.at === this.questions.length - 1;
  }

  #number(code: string): number {
    return this.reviewing.board?.numberOf(code) ?? -1;
  }

  ask(at: number): void {
    this.at = at;
    this.verdict = null;
    this.tried = null;
    const { board } = this.reviewing;
    if (!board || !this.question) return;
    this.reviewing.goTo(this.question.ply);
    board.chooser.onmove = (choice: Choice) => void this.try(choice.move);
  }

  async try(move: number): Promise<void> {
    const { question } = this;
    if (!question || this.busy || this.done) return;
    this.busy = true;
    this.tried = move;
    this.reviewing.board?.chooser.clear();
    try {
      if (move === this.best) {
        this.behind = 0;
        this.verdict = "best";
        return;
      }
      const { passes, behind } = await this.reviewing.compare(question.ply, this.best, move);
      this.behind = behind;
      this.verdict = passes ? "right" : "wrong";
    } finally {
      this.busy = false;
    }
  }

  reveal(): void {
    this.tried = this.best;
    this.verdict = "shown";
  }

  /** Leave the board as it was: a move on it is tried no more. */
  end(): void {
    const { board } = this.reviewing;
    if (board) board.chooser.onmove = () => undefined;
  }
}
