/** Thinks about one position after the other, on this device; only the last one asked for counts. */

import type { Analysis } from "../engine/client";
import { api } from "../lib/api";
import { openKit } from "../local/kits";
import { Table } from "../table";

const SECONDS = 4;

export interface Judged {
  move: number;
  say: string;
  /** The chance of each seat to win, which add up to one. */
  win: number[];
  points: number[];
  visits: number;
}

export class Thinker {
  /** The best moves first. */
  judged: Judged[] = $state.raw([]);
  simulations = $state(0);
  busy = $state(false);
  failed = $state(false);
  #asked = 0;
  #cancel: () => void = () => undefined;

  /** Think about a ply of a game, as the seat to move saw it. */
  async think(game: { id: string; name: string; ply: number; seat: number }, language: string): Promise<void> {
    this.stop();
    const number = this.#asked;
    this.busy = true;
    try {
      const [text, { engine, table }] = await Promise.all([api.position(game.id, game.ply, String(game.seat)), openKit(game.name)]);
      if (number !== this.#asked) return;
      this.#cancel = () => engine.cancel();
      const tell = (analysis: Analysis): void => {
        if (number !== this.#asked) return;
        this.simulations = analysis.simulations;
        this.judged = analysis.choices.map(({ move, win, points, visits }) => ({
          move,
          say: table.sayMove(move, language),
          win,
          points,
          visits,
        }));
      };
      const { state } = Table.at(table, text);
      tell(await engine.analyse({ state, seat: game.seat }, { seconds: SECONDS }, tell));
    } catch {
      if (number === this.#asked) this.failed = true;
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
    this.busy = false;
    this.failed = false;
  }
}
