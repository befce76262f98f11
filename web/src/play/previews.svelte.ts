/** What the moves that can be chosen now would do, as the server tells it; asked for when it will be needed. */

import type { Session } from "../lib/session.svelte";
import type { Choice, MovePreview, Scored } from "../lib/types";

/** So few moves are asked about at once; of more, those that are left when something was picked. */
const FEW = 24;
/** More are not answered at once. */
const MOST = 128;

export class Previews {
  /** What would be scored if play stopped now. */
  scoring: Scored[] = $state.raw([]);
  #known: ReadonlyMap<number, MovePreview> = $state.raw(new Map());
  #asked = new Set<number>();
  #ply = -1;
  #draft: number[] = [];

  constructor(private readonly session: Session) {}

  get(move: number): MovePreview | undefined {
    return this.#known.get(move);
  }

  /** Another decision: forget what others were about. */
  begin(ply: number, draft: Choice[], choices: Choice[]): void {
    this.#ply = ply;
    this.#draft = draft.map(({ move }) => move);
    this.#asked = new Set();
    this.#known = new Map();
    if (choices.length > 0 && choices.length <= FEW) void this.ask(choices);
  }

  async ask(choices: Choice[]): Promise<void> {
    const asked = this.#asked;
    const fresh = choices.map(({ move }) => move).filter((move) => !asked.has(move));
    fresh.forEach((move) => asked.add(move));
    for (let at = 0; at < fresh.length; at += MOST) {
      const few = fresh.slice(at, at + MOST);
      const { previewed } = await this.session.ask("preview", { ply: this.#ply, moves: this.#draft, choices: few });
      if (!previewed || asked !== this.#asked) return;
      this.scoring = previewed.scoring;
      this.#known = new Map([...this.#known, ...previewed.choices.map((each) => [each.move, each] as const)]);
    }
  }
}
