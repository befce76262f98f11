/** A move chosen before it is one's turn: while others think, or while what they did is still being shown. */

import { Chooser } from "../lib/chooser.svelte";
import type { Choice } from "../lib/types";

export class Plan {
  readonly chooser = new Chooser(true);
  /** A plan was given up because it was no longer possible. */
  dropped = $state(false);

  /** The move that is to be played as soon as it can be. */
  get chosen(): Choice | null {
    return this.chooser.exact;
  }

  get begun(): boolean {
    return this.chooser.begun;
  }

  offer(choices: Choice[]): void {
    const wanted = this.chosen;
    this.chooser.exchange(choices);
    if (wanted && !this.chosen) this.dropped = true;
  }

  cancel(): void {
    this.chooser.clear();
  }

  /** It is one's turn: the planned move if it is among these; else it is dropped. */
  take(legal: Choice[]): Choice | null {
    const wanted = this.chosen;
    const found = legal.find(({ move }) => move === wanted?.move) ?? null;
    if (wanted) this.dropped = found === null;
    this.chooser.offer([]);
    return found;
  }
}
