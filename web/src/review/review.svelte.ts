/** A review as a page shows it: how far it is, what is known so far, and in the end all of it. */

import { openText, type Opened } from "../analysis/opening";
import { Board } from "../analysis/board.svelte";
import { EngineError } from "../engine/errors";
import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import { t } from "../lib/words.svelte";
import { openKit } from "../local/kits";
import { Crew } from "./crew";
import type { PlainMove, PlainReview, ReviewFunctions } from "./functions";
import { NoKey, NotOver, readGame } from "./game";
import { reviewGame } from "./reviewing";
import type { ReviewKey } from "./words.svelte";

const SEED = 1; // the same game has the same review

/** Why there is none. */
export class CannotReview extends Error {
  constructor(readonly why: ReviewKey) {
    super(why);
  }
}

/** Open a record as text; a `CannotReview` says why it cannot be. */
async function open(text: string): Promise<Opened> {
  const name = /^game (\w+) rules /m.exec(text)?.[1] ?? "";
  if (!text.startsWith("tegel record ")) throw new CannotReview("review.norecord");
  if (!("WebAssembly" in globalThis)) throw new CannotReview("review.noengine");
  await openKit(name).catch(() => {
    throw new CannotReview("review.noengine");
  });
  return openText(text, settings.language).catch(() => {
    throw new CannotReview("review.norecord");
  });
}

function reasonOf(error: unknown): ReviewKey {
  if (error instanceof CannotReview) return error.why;
  if (error instanceof NotOver) return "review.notover";
  if (error instanceof NoKey) return "review.secret";
  return error instanceof EngineError ? "review.noengine" : "review.norecord";
}

export class Reviewing {
  board: Board | null = $state.raw(null);
  names: string[] = $state.raw([]);
  /** The seats of whoever looks. */
  mine: number[] = $state.raw([]);
  count = $state(0);
  /** What was looked at so far, by ply. */
  moves: PlainMove[] = $state.raw([]);
  found: PlainReview | null = $state.raw(null);
  seconds = $state(0);
  failure: ReviewKey | null = $state(null);
  #crew: Crew | null = null;
  #stopped = false;

  get busy(): boolean {
    return this.found === null && this.failure === null;
  }

  /** Seconds that are still to be expected; null while too little is known. */
  get left(): number | null {
    const done = this.moves.length;
    return done < 4 ? null : Math.max(1, Math.round((this.seconds * (this.count - done)) / done));
  }

  get functions(): ReviewFunctions | null {
    return this.#crew?.functions ?? null;
  }

  async game(id: string): Promise<void> {
    const text = await api.record(id).catch(() => null);
    const summary = await api.summary(id).catch(() => null);
    this.mine = (summary?.seats ?? []).flatMap(({ seat, mine, kind }) => (mine && kind !== "computer" ? [seat] : []));
    if (!text) {
      this.failure = summary?.status === "over" ? "review.unrecorded" : "review.lost";
      return;
    }
    await this.text(text);
  }

  async text(text: string): Promise<void> {
    try {
      const opened = await open(`${text.replaceAll("\r\n", "\n").trim()}\n`);
      const game = readGame(opened.kit, text);
      this.board = await Board.open(opened);
      this.board.asSeat = true;
      this.names = this.board.seatNames;
      this.count = game.steps.length;
      const crew = await Crew.open(game.record.game.name, (usual) => ({ ...usual, seed: SEED }));
      if (this.#stopped) return crew.close();
      this.#crew = crew;
      const start = performance.now();
      const looked = (move: PlainMove): void => {
        this.moves = [...this.moves, move].sort((one, other) => one.ply - other.ply);
        this.seconds = (performance.now() - start) / 1000;
      };
      const found = await reviewGame({ functions: crew.functions, ask: (asked) => crew.ask(asked) }, game, { looked });
      this.seconds = (performance.now() - start) / 1000;
      this.found = { ...found, players: this.names };
    } catch (error) {
      if (!this.#stopped) this.failure = reasonOf(error);
    }
  }

  /** Whether a move is as good as the best one, and by how much it is behind. Both are searched anew, for longer than in the review. */
  async compare(ply: number, best: number, tried: number): Promise<{ passes: boolean; behind: number }> {
    const step = this.board && this.stateBefore(ply);
    const crew = this.#crew;
    if (!step || !crew) return { passes: false, behind: 0 };
    const ask = (move: number) => crew.ask({ type: "choice", state: step.state, move, times: 4 });
    const [one, other] = await Promise.all([ask(best), ask(tried)]);
    if (one.type !== "valued" || other.type !== "valued") throw new EngineError("a move was not valued");
    const behind = (one.choice.win[step.seat] ?? 0) - (other.choice.win[step.seat] ?? 0);
    return { passes: crew.functions.passes(one.choice, other.choice, step.seat), behind: Math.max(0, behind) };
  }

  stateBefore(ply: number): { state: Uint8Array; seat: number } | null {
    if (!this.board) return null;
    this.goTo(ply);
    return { state: this.board.stateOf(this.board.here), seat: this.board.turn ?? 0 };
  }

  /** Show the position before a move; after the last one there is the end. */
  goTo(ply: number): void {
    const { board } = this;
    if (!board) return;
    let node = board.root;
    for (let at = 1; at < ply && node.children[0]; at += 1) node = node.children[0];
    board.goTo(node);
  }

  nameOf(seat: number): string {
    return this.names[seat] ?? t("setup.player", { number: seat + 1 });
  }

  stop(): void {
    this.#stopped = true;
    this.#crew?.close();
  }
}
