/** A review as a page shows it: how far it is, what is known so far, and in the end all of it. */

import { NoEngine, openText, type Opened } from "../analysis/opening";
import type { ServerBoard } from "../analysis/server-board.svelte";
import { Board } from "../analysis/board.svelte";
import { EngineError } from "../engine/errors";
import { api, Refused } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { Choice } from "../lib/types";
import { t } from "../lib/words.svelte";
import { isSite } from "../lib/site";
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
  if (!text.startsWith("tegel record ")) throw new CannotReview("review.norecord");
  return openText(text, settings.language).catch((error: unknown) => {
    throw new CannotReview(error instanceof NoEngine ? "review.noengine" : "review.norecord");
  });
}

/** Why the server does not review. */
const REFUSALS: Record<string, ReviewKey> = {
  offline: "review.noengine",
  preparing: "review.noengine",
  too_many: "review.server.often",
  illegal: "review.notover",
};

function reasonOf(error: unknown): ReviewKey {
  if (error instanceof CannotReview) return error.why;
  if (error instanceof NotOver) return "review.notover";
  if (error instanceof NoKey) return "review.secret";
  if (error instanceof Refused) return REFUSALS[error.error] ?? "review.norecord";
  return error instanceof EngineError ? "review.noengine" : "review.norecord";
}

export class Reviewing {
  board: Board | ServerBoard | null = $state.raw(null);
  /** Whether the server thinks, because this device has no engine. */
  served = $state(false);
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
  readonly #leaving = new AbortController();
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

  async text(given: string): Promise<void> {
    const text = `${given.replaceAll("\r\n", "\n").trim()}\n`;
    try {
      await this.#here(text).catch((error: unknown) => {
        if (this.#stopped || isSite || reasonOf(error) !== "review.noengine") throw error;
        return this.#atServer(text);
      });
    } catch (error) {
      if (!this.#stopped) this.failure = reasonOf(error);
    }
  }

  /** The server reviews; it also knows the board. */
  async #atServer(text: string): Promise<void> {
    const { ServerBoard } = await import("../analysis/server-board.svelte");
    const { reviewAtServer } = await import("./served");
    const board = await ServerBoard.open({ text }, 0, true);
    this.served = true;
    this.moves = [];
    this.board = board;
    this.names = board.seatNames;
    this.count = board.line.length;
    const start = performance.now();
    const looked = (move: PlainMove, shown: Choice[]): void => {
      board.learn(shown);
      this.moves = [...this.moves, move].sort((one, other) => one.ply - other.ply);
      this.seconds = (performance.now() - start) / 1000;
    };
    const found = await reviewAtServer(text, looked, this.#leaving.signal);
    this.seconds = (performance.now() - start) / 1000;
    this.found = { ...found, players: this.names };
  }

  async #here(text: string): Promise<void> {
    const opened = await open(text);
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
  }

  /** Whether a move is as good as the best one, and by how much it is behind. Both are searched anew, for longer than in the review. */
  async compare(ply: number, best: number, tried: number): Promise<{ passes: boolean; behind: number }> {
    this.goTo(ply);
    const { board } = this;
    if (board && !("kit" in board)) return board.compare(best, tried);
    const step = board && { state: board.stateOf(board.here), seat: board.turn ?? 0 };
    const crew = this.#crew;
    if (!step || !crew) return { passes: false, behind: 0 };
    const ask = (move: number) => crew.ask({ type: "choice", state: step.state, move, times: 4 });
    const [one, other] = await Promise.all([ask(best), ask(tried)]);
    if (one.type !== "valued" || other.type !== "valued") throw new EngineError("a move was not valued");
    const behind = (one.choice.win[step.seat] ?? 0) - (other.choice.win[step.seat] ?? 0);
    return { passes: crew.functions.passes(one.choice, other.choice, step.seat), behind: Math.max(0, behind) };
  }

  /** Show the position before a move; after the last one there is the end. */
  goTo(ply: number): void {
    this.board?.goToPly(ply);
  }

  nameOf(seat: number): string {
    return this.names[seat] ?? t("setup.player", { number: seat + 1 });
  }

  stop(): void {
    this.#stopped = true;
    this.#leaving.abort();
    this.#crew?.close();
  }
}
