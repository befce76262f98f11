/** The compiled rules of one game: states go in and out as bytes, and nothing is kept between two calls. */

import type { Editing } from "../editing/description";
import { type PlainRecord, readRecord, type RecordLayout, writeRecord } from "../engine/layout";

export interface OptionDescription {
  kind: string;
  usual: string | number;
  added: boolean;
}

/** A move: its code, its parts, the sentence that says it, and the words to fill in; a word of the catalogue is in a list of one. */
export type MoveDescription = [
  code: string,
  parts: Record<string, never>,
  sentence: string,
  words: Record<string, string | number | [string]>,
];

export interface Description {
  game: string;
  rules: number;
  constants: { most_legal: number; most_seats: number; events: string[]; places: string[]; checks: string[]; fewest_wins: boolean };
  records: { state: RecordLayout; story: RecordLayout };
  table: {
    moves: MoveDescription[];
    options: Record<string, OptionDescription>;
    private_events: string[];
    /** What can be changed of a position's text; null where the game does not tell. */
    editing: Editing | null;
    words: Record<string, Record<string, string>>;
  };
}

interface Exports {
  memory: WebAssembly.Memory;
  __heap_base: WebAssembly.Global;
  setup(state: number, key: number): void;
  legal(state: number, moves: number): number;
  apply(state: number, move: number, story: number): void;
  result(state: number, points: number, places: number): void;
  score_now(state: number, story: number): void;
  hide(state: number, viewer: number): void;
  sample(state: number, viewer: number, key: number): void;
  check(state: number): number;
  only_move(state: number): number;
  reveals(states: number, key: number, move: number): number;
  preview(states: number, key: number, moves: number, points: number, places: number, stories: number): void;
}

export type StateBytes = Uint8Array;
export type Key = [bigint, bigint, bigint, bigint];
export interface Told {
  events: PlainRecord[];
  movements: PlainRecord[];
}
export interface Stand {
  points: number[];
  places: number[];
}

const PAGE = 65536;
const NO_KEY: Key = [0n, 0n, 0n, 0n];

export class Rules {
  readonly #exports: Exports;
  readonly #states: number;
  readonly #stories: number;
  readonly #key: number;
  readonly #moves: number;
  readonly #points: number;
  readonly #places: number;
  readonly #size: number;
  readonly #told: number;

  constructor(
    module: WebAssembly.Module,
    readonly description: Description,
  ) {
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    this.#size = description.records.state.size;
    this.#told = description.records.story.size;
    let free = Number(this.#exports.__heap_base.value);
    const reserve = (size: number): number => {
      const at = (free + 63) & ~63;
      free = at + size;
      return at;
    };
    this.#states = reserve(2 * this.#size);
    this.#stories = reserve(2 * this.#told);
    this.#key = reserve(32);
    this.#moves = reserve(Math.max(8, 2 * description.constants.most_legal));
    this.#points = reserve(2 * description.constants.most_seats);
    this.#places = reserve(2 * description.constants.most_seats);
    const missing = free - this.#exports.memory.buffer.byteLength;
    if (missing > 0) this.#exports.memory.grow(Math.ceil(missing / PAGE));
  }

  get #view(): DataView {
    return new DataView(this.#exports.memory.buffer);
  }

  /** A state as numbers, lists and names. */
  read(state: StateBytes): PlainRecord {
    return readRecord(new DataView(state.buffer, state.byteOffset, state.byteLength), 0, this.description.records.state);
  }

  write(record: PlainRecord): StateBytes {
    const state = new Uint8Array(this.#size);
    writeRecord(new DataView(state.buffer), 0, this.description.records.state, record);
    return state;
  }

  /** A record of zeros. */
  blank(): PlainRecord {
    return this.read(new Uint8Array(this.#size));
  }

  setup(options: StateBytes, key: Key): StateBytes {
    this.#load(options, key);
    this.#exports.setup(this.#states, this.#key);
    return this.#state();
  }

  legal(state: StateBytes): number[] {
    this.#load(state);
    return this.#numbers(this.#moves, this.#exports.legal(this.#states, this.#moves));
  }

  apply(state: StateBytes, move: number): { state: StateBytes; told: Told } {
    this.#load(state);
    this.#exports.apply(this.#states, move, this.#stories);
    return { state: this.#state(), told: this.#story(0) };
  }

  hide(state: StateBytes, viewer: number): StateBytes {
    this.#load(state);
    this.#exports.hide(this.#states, viewer);
    return this.#state();
  }

  sample(state: StateBytes, viewer: number, key: Key): StateBytes {
    this.#load(state, key);
    this.#exports.sample(this.#states, viewer, this.#key);
    return this.#state();
  }

  /** A guess at what a seat does not know, always the same. */
  guess(state: StateBytes, viewer: number): StateBytes {
    return this.sample(state, viewer, NO_KEY);
  }

  /** Which of the game's checks a state breaks; 0 if a game can reach it. */
  check(state: StateBytes): number {
    this.#load(state);
    return this.#exports.check(this.#states);
  }

  onlyMove(state: StateBytes): number {
    this.#load(state);
    return this.#exports.only_move(this.#states);
  }

  stand(state: StateBytes, players: number): Stand {
    this.#load(state);
    this.#exports.result(this.#states, this.#points, this.#places);
    return { points: this.#numbers(this.#points, players), places: this.#numbers(this.#places, players) };
  }

  /** Every seat's points if play stopped now and everything were scored. */
  scoreNow(state: StateBytes, players: number): number[] {
    this.#load(state);
    this.#exports.score_now(this.#states, this.#stories);
    this.#exports.result(this.#states, this.#points, this.#places);
    return this.#numbers(this.#points, players);
  }

  /** Whether a move, with the forced ones after it, shows anybody something new. */
  reveals(state: StateBytes, move: number): boolean {
    this.#load(state, NO_KEY);
    return this.#exports.reveals(this.#states, this.#key, move) !== 0;
  }

  /** What a move would do, or -1 for none: what it tells, what would be scored after it, and the points there would be. */
  preview(state: StateBytes, move: number, players: number): { told: Told; scored: Told; points: number[] } {
    const points = this.pointsAfter(state, move, players);
    return { told: this.#story(0), scored: this.#story(1), points };
  }

  /** The points alone. */
  pointsAfter(state: StateBytes, move: number, players: number): number[] {
    this.#load(state, NO_KEY);
    this.#clear(this.#stories, 2 * this.#told);
    this.#clear(this.#points, 2 * this.description.constants.most_seats);
    this.#view.setBigInt64(this.#moves, BigInt(move), true);
    this.#exports.preview(this.#states, this.#key, this.#moves, this.#points, this.#places, this.#stories);
    return this.#numbers(this.#points, players);
  }

  #load(state: StateBytes, key?: Key): void {
    new Uint8Array(this.#exports.memory.buffer, this.#states, this.#size).set(state);
    key?.forEach((word, at) => this.#view.setBigUint64(this.#key + 8 * at, word, true));
  }

  #clear(at: number, size: number): void {
    new Uint8Array(this.#exports.memory.buffer, at, size).fill(0);
  }

  #state(): StateBytes {
    return new Uint8Array(this.#exports.memory.buffer, this.#states, this.#size).slice();
  }

  #numbers(at: number, count: number): number[] {
    return [...new Int16Array(this.#exports.memory.buffer, at, count)];
  }

  /** Only as much of a story as was told: it has room for far more. */
  #story(which: number): Told {
    const layout = this.description.records.story;
    const part = (count: string, items: string): PlainRecord[] => {
      const at = this.#stories + which * this.#told;
      const length = this.#view.getInt32(at + (layout.fields[count]?.at ?? 0), true);
      const field = layout.fields[items];
      if (!field?.record) return [];
      const { record } = field;
      return Array.from({ length }, (_, item) => readRecord(this.#view, at + field.at + item * record.size, record));
    };
    return { events: part("length", "events"), movements: part("moved", "movements") };
  }
}

export type { PlainRecord };
