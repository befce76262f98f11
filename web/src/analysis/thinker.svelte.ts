/** Thinks about one position after the other, on this device or, where it has no engine, at the server; only the last one counts. */

import type { Analysis, Position } from "../engine/client";
import { api } from "../lib/api";
import type { Board as BoardSent, Judgement } from "../lib/api-types";
import { SECONDS, settings } from "../lib/settings.svelte";
import { type Kit, openKit } from "../local/kits";
import { type GameKit, type StateBytes, Table } from "../table";

/** So many positions are looked at to be exact: about a second. */
const EXACT = 400_000;

/** So many moves are drawn on the board. */
const LEADING = 3;
/** After fewer visits a move is not shown as a good one. */
const FEW = 50;

export interface Judged {
  move: number;
  say: string;
  /** The chance of each seat to win, which add up to one. */
  win: number[];
  points: number[];
  visits: number;
  /** How play may go on, this move first. */
  line: number[];
  /** The same as text, where the server says so. */
  codes?: string[];
}

export class Thinker {
  /** The best moves first. */
  judged: Judged[] = $state.raw([]);
  simulations = $state(0);
  /** Whether this is the best play to the end of the round, not an estimate of it. */
  exact = $state(false);
  busy = $state(false);
  failed = $state(false);
  /** Why it failed, where the server says so. */
  why = $state("");
  /** Whether the server's engine thinks. */
  remote = $state(false);
  /** What is thought about. */
  subject: { kit: GameKit; state: StateBytes } | null = $state.raw(null);
  #asked = 0;
  #cancel: () => void = () => undefined;

  /** The moves that deserve to be drawn on the board, the best first. */
  get leading(): number[] {
    const sure = this.judged.filter(({ visits }) => this.exact || visits >= FEW);
    return sure.slice(0, LEADING).map(({ move }) => move);
  }

  /** Think about a ply of a game, as the seat to move saw it; where this device has no engine, the server's does. */
  async think(game: { id: string; name: string; ply: number; seat: number }, language: string): Promise<void> {
    this.stop();
    const number = this.#asked;
    this.busy = true;
    try {
      const [text, kit] = await Promise.all([api.position(game.id, game.ply, String(game.seat)), openKit(game.name).catch(() => null)]);
      if (number !== this.#asked) return;
      if (kit === null) return await this.#ask(() => api.judgement(game.id, game.ply), number);
      const { state } = Table.at(kit.table, text);
      await this.about(kit, { state, seat: game.seat }, language, false);
    } catch {
      if (number === this.#asked) Object.assign(this, { failed: true, busy: false });
    }
  }

  /** Let the server's engine think about a board. */
  async aboutBoard(board: Partial<BoardSent>): Promise<void> {
    this.stop();
    await this.#ask(() => api.judge(board), this.#asked);
  }

  async #ask(judge: () => Promise<Judgement>, number: number): Promise<void> {
    Object.assign(this, { busy: true, remote: true });
    try {
      const { moves, simulations, exact } = await judge();
      if (number !== this.#asked) return;
      this.judged = moves.map((judged) => ({ ...judged, move: judged.move.move, say: judged.move.say }));
      Object.assign(this, { simulations, exact, busy: false });
    } catch (error) {
      if (number === this.#asked) Object.assign(this, { failed: true, busy: false, why: (error as Error).message });
    }
  }

  /** Think about a position, as the seat to move may know it; and, where one can, exactly. */
  async about({ engine, table }: Kit, position: Position, language: string, solve = true): Promise<void> {
    this.stop();
    const number = this.#asked;
    this.busy = true;
    this.subject = { kit: table, state: position.state };
    this.#cancel = () => engine.cancel();
    const tell = (analysis: Analysis): void => {
      if (number !== this.#asked) return;
      if (analysis.simulations > 0) this.simulations = analysis.simulations;
      this.exact = analysis.exact;
      this.judged = analysis.choices.map((choice) => ({ ...choice, say: table.sayMove(choice.move, language) }));
    };
    try {
      tell(await engine.analyse(position, { seconds: SECONDS[settings.depth] }, tell));
      if (!solve || number !== this.#asked) return;
      const exact = await engine.solve(position, EXACT);
      if (exact) tell(exact);
    } catch {
      // The engine failed here: the server's is asked, which is told what the seat may know.
      if (number === this.#asked)
        await this.#ask(() => api.judge({ position: new Table(table, position).position(position.seat) }), number);
    } finally {
      if (number === this.#asked) this.busy = false;
    }
  }

  /** Think no more; what was found is gone. */
  stop(): void {
    this.#asked += 1;
    this.#cancel();
    this.#cancel = () => undefined;
    this.judged = [];
    this.simulations = 0;
    this.exact = false;
    this.busy = false;
    this.failed = false;
    this.remote = false;
    this.why = "";
  }
}
