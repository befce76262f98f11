/** One position to try moves on, until one is right: a task of a lesson, or a puzzle. */

import { complete } from "../analysis/drawing";
import type { GameModule } from "../games/game";
import { Chooser } from "../lib/chooser.svelte";
import type { Choice, Facts, GameState, Summary } from "../lib/types";
import { t } from "../lib/words.svelte";
import { Show } from "../play/show.svelte";
import { type GameKit, Table } from "../table";

/** What is asked: a position, as its seat to move sees it or whole, and which moves are right. */
export interface Question {
  position: string;
  /** A move that is right. */
  solution: string;
  /** Why a move is wrong; "" if it is right. */
  judge(code: string): string;
}

/** What a position does not tell is drawn from this, the same every time. */
const DRAW = "5eed0fa11d7a35e7";

export interface Verdict {
  right: boolean;
  /** The name of the reason, where it is wrong. */
  reason: string;
  move: Choice;
  /** What the move brings in points, and the most that some move brings. */
  points: number;
  best: number;
}

export class Exercise {
  readonly chooser = new Chooser();
  readonly show = new Show();
  readonly seat: number;
  state: GameState = $state.raw() as unknown as GameState;
  verdict: Verdict | null = $state.raw(null);
  wrong = $state(0);
  busy = $state(false);
  /** A position has no names: the others are numbered. */
  readonly names: string[];
  #table: Table;

  constructor(
    private readonly kit: GameKit,
    private readonly game: GameModule,
    readonly question: Question,
    private readonly language: string,
  ) {
    this.#table = new Table(kit, { state: complete(kit, question.position, DRAW) });
    this.seat = this.#table.turn ?? 0;
    this.names = Array.from({ length: this.#table.players }, (_, seat) =>
      seat === this.seat ? t("play.you") : t("setup.player", { number: seat + 1 }),
    );
    this.chooser.onmove = (choice) => void this.try(choice);
    this.#look();
  }

  get facts(): Facts {
    return this.show.facts ?? this.state.view;
  }

  get done(): boolean {
    return this.verdict?.right === true;
  }

  #look(): void {
    this.state = this.#table.show(this.seat, this.language);
    this.show.facts = this.state.view;
    this.chooser.offer(this.done ? [] : this.state.legal);
  }

  /** Try a move: a wrong one is explained and changes nothing, a right one is made. */
  async try(choice: Choice): Promise<void> {
    if (this.busy || this.done) return;
    const reason = this.question.judge(choice.code);
    this.verdict = { right: reason === "", reason, move: choice, ...this.#gains(choice.move) };
    this.chooser.clear();
    if (reason) this.wrong += 1;
    else await this.#make(choice, this.seat);
  }

  /** Show a move that is right. */
  async reveal(): Promise<void> {
    const choice = this.state.legal.find((each) => each.code === this.question.solution);
    if (choice) await this.try(choice);
  }

  /** Play moves on after the right one was made. */
  async follow(codes: readonly string[]): Promise<void> {
    for (const code of codes) {
      const { turn } = this.#table;
      if (turn === null || this.busy) return;
      await this.#make(this.kit.showMove(this.kit.parse(code), this.language), turn);
    }
  }

  #gains(move: number): { points: number; best: number } {
    const now = this.state.preview[this.seat] ?? 0;
    const all = this.#table.previews(this.#table.legal).choices.map((each) => [each.move, (each.preview[this.seat] ?? 0) - now] as const);
    return { points: new Map(all).get(move) ?? 0, best: Math.max(...all.map(([, gain]) => gain)) };
  }

  async #make(choice: Choice, seat: number): Promise<void> {
    this.busy = true;
    this.chooser.offer([]);
    try {
      this.#table.play(choice.move);
      const made = this.#table.made.at(-1);
      if (!made) return;
      const before = this.state.view;
      this.state = this.#table.show(this.seat, this.language);
      const told = this.#table.story(made, this.names, [this.seat], this.language, this.seat);
      for (const beat of this.game.beats(before, { seat, move: choice, ...told }, this.state.view))
        await this.show.beat(beat, seat === this.seat);
    } finally {
      this.show.facts = this.state.view;
      this.busy = false;
    }
  }

  /** What a board wants to know of its players. */
  get summary(): Summary {
    const options = Object.fromEntries([...this.question.position.matchAll(/^option (\S+) (.*)$/gm)].map((found) => [found[1], found[2]]));
    const seats = this.state.scores.map((_, seat) => ({
      seat,
      kind: "here",
      name: this.names[seat] ?? "",
      player: null,
      taken: true,
      mine: seat === this.seat,
      left: null,
    }));
    return { game: "", name: this.kit.description.game, title: "", options, status: "running", seats } as unknown as Summary;
  }
}
