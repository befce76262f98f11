/** The analysis board where this device has no engine: the server knows the rules and thinks. One line of moves, without variations. */

import { type GameModule, type Ghost, loadGame } from "../games/game";
import { api } from "../lib/api";
import type { Board as BoardSent, MovePreview, OpenBoard, OpenedBoard, Scored } from "../lib/api-types";
import { Chooser } from "../lib/chooser.svelte";
import type { Choice, Facts, Summary } from "../lib/types";
import { namesFor } from "./board.svelte";
import { Thinker } from "./thinker.svelte";

type Shown = Awaited<ReturnType<typeof api.boardState>>;

/** One step of the line. */
export interface Played {
  move: Choice;
  draw: string;
}

/** So few moves are asked about at once; of more, those that are left when something was picked. */
const FEW = 24;
/** More are not answered at once. */
const MOST = 128;
/** Who steps through a game quickly asks nothing of the engine on the way. */
const PAUSE = 350; // milliseconds
/** Who holds a key down does not ask for every position on the way. */
const HELD = 120; // milliseconds
/** After fewer visits nothing can be said of a move. */
const ENOUGH = 20;
/** Standard errors within which a move is as good as the best, as in a review. */
const NEAR = 2;

export class ServerBoard {
  readonly chooser = new Chooser();
  readonly thinker = new Thinker();
  title = $state("");
  /** All moves of the line, and how many of them are played where one looks. */
  line: Played[] = $state.raw([]);
  at = $state(0);
  shown: Shown = $state.raw(null as unknown as Shown);
  failure = $state("");
  /** A line of the engine one points at: its first move is drawn. */
  shownLine: number[] | null = $state.raw(null);
  #asSeat = $state(false);
  #previews: ReadonlyMap<number, MovePreview> = $state.raw(new Map());
  #scoring: Scored[] = $state.raw([]);
  #known = new Map<string, Shown>();
  #words = new Map<string, Choice>();
  #asked = 0;
  #timer = 0;
  #moved = -HELD;

  private constructor(
    private readonly opened: OpenedBoard,
    readonly game: GameModule,
  ) {
    this.title = opened.title;
    this.line = opened.moves as Played[];
    this.learn(this.line.map(({ move }) => move));
    this.chooser.onmove = ({ move }) => this.play(move);
    this.chooser.onpick = (left) => void this.#ask(left.map(({ move }) => move));
  }

  /** Open a text or a new game; a `Refused` says what is wrong. */
  static async open(what: Partial<OpenBoard>, ply = 0, asSeat = false): Promise<ServerBoard> {
    const opened = await api.openBoard(what);
    const board = new ServerBoard(opened, await loadGame(opened.name));
    board.#asSeat = asSeat;
    await board.goTo(ply, false);
    return board;
  }

  // ── where one is ──

  #sent(moves = this.line.slice(0, this.at)): Partial<BoardSent> {
    const { position, draw } = this.opened;
    return { position, draw, moves: moves.map((each) => ({ move: each.move.move, draw: each.draw })) };
  }

  /** Look at the position after so many moves. */
  async goTo(at: number, think = true): Promise<void> {
    this.at = Math.min(this.line.length, Math.max(0, at));
    this.shownLine = null;
    this.#asked += 1;
    const number = this.#asked;
    clearTimeout(this.#timer);
    this.thinker.stop();
    this.chooser.offer([]);
    const since = performance.now() - this.#moved;
    this.#moved = performance.now();
    if (since < HELD) await new Promise((resolve) => setTimeout(resolve, HELD));
    if (number !== this.#asked) return;
    try {
      const sent = this.#sent();
      const key = JSON.stringify([sent.moves, this.#asSeat]);
      const found = this.#known.get(key) ?? (await api.boardState({ ...sent, open: !this.#asSeat, names: this.seatNames }));
      this.#known.set(key, found);
      if (number !== this.#asked) return;
      this.failure = "";
      this.#previews = new Map();
      this.shown = found;
      this.learn(found.state.legal);
      this.chooser.offer(found.state.legal);
      if (found.state.legal.length <= FEW) void this.#ask(found.state.legal.map(({ move }) => move));
      if (think) this.#timer = window.setTimeout(() => void this.think(), PAUSE);
    } catch (error) {
      if (!this.shown) throw error;
      if (number === this.#asked) this.failure = (error as Error).message;
    }
  }

  goToPly(ply: number): void {
    void this.goTo(Math.max(0, ply - 1), false);
  }

  async think(): Promise<void> {
    if (this.turn === null) return this.thinker.stop();
    const number = this.#asked;
    await this.thinker.aboutBoard(this.#sent());
    if (number === this.#asked) await this.#ask(this.thinker.leading);
  }

  play(move: number): void {
    const chosen = this.shown.state.legal.find((each) => each.move === move);
    if (!chosen) return;
    if (this.line[this.at]?.move.move !== move) this.line = [...this.line.slice(0, this.at), { move: chosen, draw: "" }];
    void this.goTo(this.at + 1);
  }

  /** Whether a move is as good as the best one here, as far as one search can tell, and by how much it is behind. */
  async compare(best: number, tried: number): Promise<{ passes: boolean; behind: number }> {
    const seat = this.turn ?? 0;
    const { moves } = await api.judge(this.#sent());
    const first = moves.find(({ move }) => move.move === best) ?? moves[0];
    const own = moves.find(({ move, visits }) => move.move === tried && visits >= ENOUGH);
    const behind = Math.max(0, (first?.win[seat] ?? 0) - ((own ?? moves.at(-1))?.win[seat] ?? 0));
    return { passes: own !== undefined && behind <= NEAR * Math.hypot(first?.error ?? 0, own.error), behind };
  }

  stop(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.thinker.stop();
  }

  // ── what is drawn and said ──

  get asSeat(): boolean {
    return this.#asSeat;
  }

  set asSeat(asSeat: boolean) {
    this.#asSeat = asSeat;
    void this.goTo(this.at);
  }

  get facts(): Facts {
    return this.shown.state.view;
  }

  get turn(): number | null {
    return this.shown.turn;
  }

  get near(): number {
    return this.shown.near;
  }

  get viewer(): number {
    return this.#asSeat ? this.near : -1;
  }

  get preview(): number[] {
    return this.shown.state.preview;
  }

  get marks(): Set<string> {
    const { mover, move, story } = this.shown;
    return mover === null || move === null ? new Set() : new Set(this.game.marks(mover, move, story));
  }

  get seatNames(): string[] {
    return namesFor(this.opened.players, this.opened.names);
  }

  /** The position as text, without the future. */
  get text(): string {
    return this.shown.text;
  }

  /** The move that led here, in words. */
  get told(): { say: string; story: Shown["story"] } | null {
    const { mover, move, story } = this.shown;
    return mover === null || !move ? null : { say: `${this.seatNames[mover] ?? ""}: ${move.say}`, story };
  }

  /** Remember moves in words. */
  learn(moves: readonly Choice[]): void {
    for (const move of moves) this.#words.set(move.code, move);
  }

  numberOf(code: string): number {
    return this.#words.get(code)?.move ?? -1;
  }

  sayMove(move: number): string {
    return [...this.#words.values()].find((each) => each.move === move)?.say ?? "";
  }

  codes(line: number[]): string[] {
    const known = [...this.#words.values()];
    return line.map((move) => known.find((each) => each.move === move)?.code ?? "?");
  }

  previewOf(move: number): { seen: MovePreview; ghost: Ghost } | null {
    const seen = this.#previews.get(move);
    if (seen) return { seen, ghost: this.game.ghost(this.facts, seen, this.#scoring) };
    if (this.shown.state.legal.some((each) => each.move === move)) void this.#ask([move]);
    return null;
  }

  /** The move that is pointed at, as it would be. */
  get ghost(): Ghost | null {
    const { aimed, refusal } = this.chooser;
    if (refusal) return { tiles: [], notes: [{ ...refusal, good: false }] };
    const move = aimed?.move ?? this.shownLine?.[0];
    return move === undefined ? null : (this.previewOf(move)?.ghost ?? null);
  }

  #pending = new Set<string>();

  /** Ask what some moves would do. */
  async #ask(moves: number[]): Promise<void> {
    const number = this.#asked;
    const fresh = moves.filter((move) => !this.#previews.has(move) && !this.#pending.has(`${number} ${move}`)).slice(0, MOST);
    if (fresh.length === 0) return;
    fresh.forEach((move) => this.#pending.add(`${number} ${move}`));
    const found = await api.boardState({ ...this.#sent(), open: !this.#asSeat, choices: fresh }).catch(() => null);
    if (!found || number !== this.#asked) return;
    this.#scoring = found.scoring;
    this.#previews = new Map([...this.#previews, ...found.choices.map((each) => [each.move, each] as const)]);
  }

  /** The game as lists and boards want to know it. */
  get summary(): Summary {
    const { name, title, options } = this.shown;
    const seats = this.seatNames.map((each, seat) => {
      return { seat, kind: "here", name: each, player: null, taken: true, mine: false, left: null, commitment: null, owes: null };
    });
    return { game: "", name, title, options, status: "over", seats } as unknown as Summary;
  }
}
