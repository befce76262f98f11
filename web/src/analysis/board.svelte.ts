/** The analysis board: a tree of moves, the place in it that one looks at, and what is drawn of it. */

import { loadGame, type GameModule, type Ghost } from "../games/game";
import { catalogue } from "../lib/catalogue.svelte";
import { Chooser } from "../lib/chooser.svelte";
import { settings } from "../lib/settings.svelte";
import type { Facts, MovePreview, SeatSummary, StoryEvent, Summary } from "../lib/types";
import { t } from "../lib/words.svelte";
import type { Kit } from "../local/kits";
import { type GameKit, type StateBytes, Table } from "../table";
import { newDraw, redraw } from "./drawing";
import { after, type Opened, toStudy } from "./opening";
import { follow, pathTo, promote, remove, type TreeNode } from "./tree";
import { Thinker } from "./thinker.svelte";
import { b } from "./words.svelte";

/** The kind of event that begins another round. */
const DEAL = "deal";

/** What is said of the move that led to a node. */
export interface Told {
  say: string;
  story: StoryEvent[];
}

export class Board {
  readonly kit: Kit;
  readonly names: string[];
  readonly position: string;
  readonly draw: string;
  readonly root: TreeNode;
  readonly chooser = new Chooser();
  readonly thinker = new Thinker();
  title = $state("");
  here: TreeNode = $state.raw(null as unknown as TreeNode);
  /** Whether one sees only what the seat to move may know. */
  asSeat = $state(false);
  /** A line of the engine that is being shown, as moves from here. */
  shownLine: number[] | null = $state.raw(null);
  /** Called when the tree, a comment or the title changed. */
  onchange: () => void = () => undefined;
  /** Counts changes of the tree, which is a plain one. */
  changes = $state(0);
  #states = new Map<TreeNode, StateBytes>();
  #thought: { here: TreeNode; language: string } | null = null;

  private constructor(
    opened: Opened,
    readonly game: GameModule,
  ) {
    this.kit = opened.kit;
    this.names = opened.names;
    this.position = opened.position;
    this.draw = opened.draw;
    this.root = opened.root;
    this.title = opened.title;
    this.#states.set(opened.root, opened.state);
    this.here = opened.root;
    this.chooser.onmove = ({ move }) => this.play(move);
  }

  static async open(opened: Opened): Promise<Board> {
    opened.kit.engine.warmUp();
    const board = new Board(opened, await loadGame(opened.kit.table.description.game));
    board.goTo(opened.root);
    return board;
  }

  // ── where one is ──

  stateOf(node: TreeNode): StateBytes {
    const known = this.#states.get(node);
    if (known || !node.parent) return known ?? new Uint8Array();
    const state = after(this.kit, this.stateOf(node.parent), node);
    this.#states.set(node, state);
    return state;
  }

  get table(): Table {
    return new Table(this.kit.table, { state: this.stateOf(this.here) });
  }

  get turn(): number | null {
    return this.table.turn;
  }

  /** At whose place we sit: the seat to move, or the one who moved last. */
  get near(): number {
    return this.turn ?? (this.here.parent ? this.seatOf(this.here) : 0);
  }

  get viewer(): number {
    return this.asSeat ? this.near : -1;
  }

  goTo(node: TreeNode): void {
    pathTo(node).forEach((each) => this.stateOf(each)); // from the front: a long line is no deep recursion
    this.here = node;
    this.shownLine = null;
    this.chooser.offer(this.table.show(this.turn ?? -1, settings.language).legal);
  }

  // ── changes ──

  play(move: number): void {
    const known = this.here.children.length;
    const node = follow(this.here, move);
    if (this.here.children.length !== known) this.#changed();
    this.goTo(node);
  }

  /** The move that led here once more, with other draws after it. */
  redraw(): void {
    const { here } = this;
    if (!here.parent) return;
    const node = follow(here.parent, here.move, newDraw());
    this.#changed();
    this.goTo(node);
  }

  promote(): void {
    if (promote(this.here)) this.#changed();
  }

  /** Take this move away with all that follows; what is returned puts it back. */
  remove(): (() => void) | null {
    const gone = this.here;
    const back = remove(gone);
    if (!back || !gone.parent) return null;
    this.#changed();
    this.goTo(gone.parent);
    return () => {
      back();
      this.#changed();
      this.goTo(gone);
    };
  }

  comment(text: string): void {
    if (text === this.here.comment) return;
    this.here.comment = text;
    this.#changed();
  }

  rename(title: string): void {
    this.title = title;
    this.#changed();
  }

  #changed(): void {
    this.changes += 1;
    this.onchange();
  }

  // ── what is drawn and said ──

  /** What is drawn: where one is, or the end of the line that is being shown. */
  get facts(): Facts {
    return this.shownLine ? this.#playOut(this.shownLine) : this.#seen(this.stateOf(this.here));
  }

  #seen(state: StateBytes): Facts {
    const { kit, near } = this;
    return kit.table.functions.view(kit.table.rules.read(this.asSeat ? kit.table.rules.hide(state, near) : state));
  }

  /** A line as far as it can be played here, up to the next deal, of which nobody knows anything. */
  #playOut(line: number[]): Facts {
    const { table } = this;
    let facts = this.#seen(table.state);
    for (const move of line) {
      if (!table.legal.includes(move)) break;
      const seen = table.previews([move]).choices[0];
      table.play(move);
      const dealt = table.made.at(-1)?.events.some(({ kind }) => kind === DEAL) ?? false;
      facts = dealt && seen ? this.game.begin(facts, seen).facts : this.#seen(table.state);
      if (dealt) break;
    }
    return facts;
  }

  get preview(): number[] {
    const { table } = this;
    return table.turn === null ? (table.result?.points ?? []) : this.kit.table.rules.scoreNow(table.state, table.players);
  }

  get seatNames(): string[] {
    return namesFor(this.table.players, this.names);
  }

  /** Who made the move of a node. */
  seatOf(node: TreeNode): number {
    return node.parent ? (new Table(this.kit.table, { state: this.stateOf(node.parent) }).turn ?? 0) : 0;
  }

  codeOf(node: TreeNode): string {
    return this.kit.table.showMove(node.move, settings.language).code;
  }

  sayOf(node: TreeNode): string {
    return this.kit.table.sayMove(node.move, settings.language);
  }

  /** Moves as text. */
  codes(line: number[]): string[] {
    return line.map((move) => this.kit.table.showMove(move, settings.language).code);
  }

  /** The number of a move that is given as text. */
  numberOf(code: string): number {
    return this.kit.table.parse(code);
  }

  sayMove(move: number): string {
    return this.kit.table.sayMove(move, settings.language);
  }

  /** Show the position before a move of the main line; after the last one there is the end. */
  goToPly(ply: number): void {
    let node = this.root;
    for (let at = 1; at < ply && node.children[0]; at += 1) node = node.children[0];
    this.goTo(node);
  }

  /** The move that led here, and what it brought. */
  get told(): Told | null {
    const made = this.#made;
    if (!made) return null;
    const { move, story } = this.#story(made);
    return { say: `${this.seatNames[this.seatOf(this.here)] ?? ""}: ${this.kit.table.sayMove(move, settings.language)}`, story };
  }

  get marks(): Set<string> {
    const made = this.#made;
    if (!made || this.shownLine) return new Set();
    const { language } = settings;
    return new Set(this.game.marks(this.seatOf(this.here), this.kit.table.showMove(made.move, language), this.#story(made).story));
  }

  get #made(): Table["made"][number] | null {
    const { parent, move, draw } = this.here;
    if (!parent) return null;
    const before = this.stateOf(parent);
    const table = new Table(this.kit.table, { state: draw ? redraw(this.kit.table, before, draw) : before });
    table.play(move);
    return table.made[0] ?? null;
  }

  #story(made: Table["made"][number]): { move: number; story: StoryEvent[] } {
    const seats = this.asSeat ? [this.near] : this.seatNames.map((_, seat) => seat);
    return { move: made.move, ...this.table.story(made, this.seatNames, seats, settings.language, -1) };
  }

  /** Whether something was drawn after the move that led here. */
  get drew(): boolean {
    return this.here.parent !== null && this.kit.table.rules.reveals(this.stateOf(this.here.parent), this.here.move);
  }

  /** Whether the draws here are the game's own, not made for the analysis. */
  get drawnByGame(): boolean {
    return this.draw === "" && !pathTo(this.here).some(({ draw }) => draw !== "");
  }

  previewOf(move: number): { seen: MovePreview; ghost: Ghost } | null {
    const { scoring, choices } = this.table.previews([move]);
    const seen = choices[0];
    return seen ? { seen, ghost: this.game.ghost(this.facts, seen, scoring) } : null;
  }

  /** The move that is pointed at, as it would be. */
  get ghost(): Ghost | null {
    const { aimed, refusal } = this.chooser;
    if (refusal) return { tiles: [], notes: [{ ...refusal, good: false }] };
    return aimed ? (this.previewOf(aimed.move)?.ghost ?? null) : null;
  }

  /** Let the engine think about where one is, unless it does. */
  think(): void {
    const { turn, here, thinker } = this;
    const { language } = settings;
    if (this.#thought?.here === here && this.#thought.language === language && (thinker.busy || thinker.judged.length > 0)) return;
    this.#thought = { here, language };
    if (turn === null) thinker.stop();
    else void thinker.about(this.kit, { state: this.stateOf(here), seat: turn }, language);
  }

  // ── texts ──

  /** The position here as text: as the seat to move may know it, or all of it but the future. */
  get text(): string {
    return this.asSeat ? this.table.position(this.near) : this.open;
  }

  /** The position here with everything open, but not the future. */
  get open(): string {
    const { rules } = this.kit.table;
    return this.kit.table.writePosition(rules.write({ ...rules.read(this.table.state), key: [0n, 0n, 0n, 0n], draws: 0 }));
  }

  get study(): string {
    const title = this.title.trim() || b("board.untitled");
    return this.kit.table.functions.write_study(toStudy({ ...this.#opened, title }));
  }

  get #opened(): Omit<Opened, "state"> {
    const { kit, title, names, position, draw, root } = this;
    return { kit, title, names, position, draw, root };
  }

  /** The game as lists and boards want to know it. */
  get summary(): Summary {
    return summaryOf(this.kit.table, this.stateOf(this.here), this.seatNames);
  }
}

/** Players by number, as far as they have no names. */
export const namesFor = (players: number, names: string[]): string[] =>
  Array.from({ length: players }, (_, at) => names[at] ?? t("setup.player", { number: at + 1 }));

/** A position as lists and boards want to know a game. */
export function summaryOf(kit: GameKit, state: StateBytes, names: string[]): Summary {
  const { description } = kit;
  const offered = catalogue.value?.games.find(({ name }) => name === description.game);
  const seat = (name: string, at: number): SeatSummary => {
    return { seat: at, kind: "here", name, player: null, taken: true, mine: false, left: null, commitment: null, owes: null };
  };
  return {
    game: "",
    name: description.game,
    title: offered?.title ?? kit.say(settings.language, `${description.game}.title`, {}),
    options: kit.readOptions(kit.rules.read(state)),
    status: "over",
    seats: names.map(seat),
  } as unknown as Summary;
}
