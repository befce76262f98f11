/** All that a table needs of one game: its compiled rules, what Python says of them as data, and the functions translated from Python. */

import type { Choice, Facts, Movement, Scored, StoryEvent } from "../lib/types";
import type { Fact, Look, Reason } from "./reasons";
import { type Description, type Key, type PlainRecord, Rules, type StateBytes } from "./rules";

/** An event as the rules tell it, its kind by name. */
export type ToldEvent = Omit<StoryEvent, "move" | "say"> & { move: number };
export type Options = Record<string, string | number>;

/** The functions of GAME.js. */
interface Functions {
  view(state: PlainRecord): Facts;
  between_turns(facts: Facts): boolean;
  last_round(facts: Facts): boolean;
  write(state: PlainRecord): string[];
  read(reader: unknown, state: PlainRecord): void;
  say_event(game: Named, event: ToldEvent, names: string[], language: string, viewer: number): string;
  visible_events(game: Named, events: ToldEvent[], seats: number[]): ToldEvent[];
  visible_movements(game: Named, events: ToldEvent[], movements: Movement[], seats: number[]): Movement[];
  fresh_events(before: ToldEvent[], after: ToldEvent[]): ToldEvent[];
  fill(sentence: string, words: Record<string, unknown>, language: string): string;
  write_position(game: Named, state: PlainRecord): string;
  read_position(text: string): [Named, PlainRecord];
  read_unchecked(text: string): [Named, PlainRecord];
  write_options(options: Options, state: PlainRecord): void;
  read_options(make: (...values: (string | number)[]) => Options, state: PlainRecord): Options;
  dumps(record: Record<string, unknown>): string;
  loads(make: (...parts: unknown[]) => ReadRecord, text: string): ReadRecord;
  Node: new (code: string, draw: string) => StudyNode;
  Study: new (title: string, names: string[], position: string, draw: string) => Study;
  read_study(text: string): Study;
  write_study(study: Study): string;
  Options(...values: (string | number)[]): Options;
  rank_reasons(worth: Worth, parts: string[], better: Record<string, Fact>, other: Record<string, Fact>): Reason[];
  say_reason(game: Named, reason: Reason, names: string[], language: string): string;
  /** What is known of moves besides, where a game has that. */
  facts?(look: Look): Record<string, Fact>;
  WORTH?: Worth;
  PARTS?: string[];
}

/** What one more of a fact is worth, and how large a difference must be to be told. */
type Worth = Record<string, [number, number]>;

/** A record that was read, as far as it is played again here. */
interface ReadRecord {
  format: number;
  options: { values: Options };
  key: Key | null;
  moves: number[];
  names: string[];
  start: { position: string; viewer: number } | null;
}

/** A move of a study by its code; at the root it is empty. */
export interface StudyNode {
  code: string;
  draw: string;
  comment: string;
  children: StudyNode[];
}

export interface Study {
  title: string;
  names: string[];
  position: string;
  draw: string;
  root: StudyNode;
}

/** A game as the translated functions see it. */
interface Named {
  name: string;
  version: number;
  private_events: string[];
  checks: string[];
  options: unknown;
  options_from(given: Options): unknown;
  blank(options: { values: Options }): PlainRecord;
  write(state: PlainRecord): string[];
  read(reader: unknown, state: PlainRecord): void;
  parse(code: string): number;
}

/** Options with what is written of them; two are the same when their values are. */
class WrittenOptions {
  constructor(
    readonly values: Options,
    said: Options,
  ) {
    Object.defineProperty(this, "written", { value: () => said });
  }

  declare readonly written: () => Options;
}

/** How a record's key was made; whoever plays it again has no use for it. Like all that has fields, it is made by calling its name. */
function Proof(promise: string, nonces: string[], secret: string | null, commitments: string[]): object {
  return Object.assign(Object.create(Proof.prototype as object) as object, { promise, nonces, secret, commitments });
}

export type Make = (host: Record<string, unknown>) => Functions;

/** A word of the catalogue, as a type of its own: a player's name is never taken for one. */
function Ref(name: string): object {
  return Object.assign(Object.create(Ref.prototype as object) as object, { name });
}

export class BadChoice extends Error {}

/** Text that is no position: why, and which of the game's checks it breaks, 0 if it cannot even be read. */
export class BadText extends Error {
  constructor(
    message: string,
    readonly check: number,
  ) {
    super(message);
  }
}

export class GameKit {
  readonly rules: Rules;
  readonly functions: Functions;
  readonly named: Named;
  /** The check that failed last. */
  #broken = 0;

  constructor(
    module: WebAssembly.Module,
    readonly description: Description,
    make: Make,
  ) {
    this.rules = new Rules(module, description);
    this.functions = make({
      plain: (record: PlainRecord) => record,
      replace: (old: object, changes: object) => ({ ...old, ...changes }),
      unicodedata: { normalize: (form: string, text: string) => text.normalize(form) },
      np: { uint64: BigInt },
      rules: {
        check: (record: PlainRecord) => (this.#broken = this.rules.check(this.rules.write(record))),
        hide: (record: PlainRecord, viewer: number) => {
          Object.assign(record, this.rules.read(this.rules.hide(this.rules.write(record), viewer)));
        },
        only_move: (record: PlainRecord) => this.rules.onlyMove(this.rules.write(record)),
      },
      say: (language: string, name: string, words: Record<string, unknown>) => this.say(language, name, words),
      say_move: (_: Named, move: number, language: string) => this.sayMove(move, language),
      catalogue: (language: string) => this.#words(language),
      find_game: () => this.named,
      game_names: () => [description.game],
      clean_name: (name: string) => name,
      Proof,
      Ref,
    });
    this.named = {
      name: description.game,
      version: description.rules,
      private_events: description.table.private_events,
      checks: description.constants.checks,
      options: {
        read: (state: PlainRecord) => this.written(this.readOptions(state)),
        ALLOWED: Object.keys(description.table.options),
        ADDED: Object.keys(description.table.options).filter((name) => description.table.options[name]?.added),
      },
      options_from: (given) => this.written(this.#complete(given)),
      blank: ({ values }) => this.#blank(values),
      write: (state) => this.functions.write(state),
      read: (reader, state) => this.functions.read(reader, state),
      parse: (code) => this.parse(code),
    };
  }

  #words(language: string): Record<string, string> {
    return this.description.table.words[language] ?? {};
  }

  /** A sentence of the catalogue with its words filled in. */
  say(language: string, name: string, words: Record<string, unknown>): string {
    const sentences = this.#words(language);
    const found = Object.entries(words).map(([key, word]) => [
      key,
      word instanceof Ref ? sentences[(word as { name: string }).name] : word,
    ]);
    return this.functions.fill(sentences[name] ?? name, Object.fromEntries(found), language);
  }

  sayMove(move: number, language: string): string {
    const [, , name, words] = this.#move(move);
    const found = Object.entries(words).map(([key, word]) => [key, Array.isArray(word) ? Ref(word[0]) : word]);
    return this.say(language, name, Object.fromEntries(found));
  }

  #move(move: number): Description["table"]["moves"][number] {
    const found = this.description.table.moves[move];
    if (!found) throw new BadChoice(`${move} is no move: moves are numbers from 0 to ${this.description.table.moves.length - 1}`);
    return found;
  }

  /** A move in all its forms. */
  showMove(move: number, language: string): Choice {
    const [code, parts] = this.#move(move);
    return { move, code, parts, say: this.sayMove(move, language) };
  }

  /** The number of a move, from its code. */
  parse(code: string): number {
    const found = this.description.table.moves.findIndex(([known]) => known === code);
    if (found < 0) throw new BadChoice(`${code} is no move of ${this.description.game}`);
    return found;
  }

  // ── options ──

  /** The options of a state, in their order. */
  readOptions(state: PlainRecord): Options {
    return this.functions.read_options(this.functions.Options, state);
  }

  /** A state with options and nothing else. */
  blank(options: Options): StateBytes {
    return this.rules.write(this.#blank(this.#complete(options)));
  }

  #blank(options: Options): PlainRecord {
    const state = this.rules.blank();
    this.functions.write_options(options, state);
    return state;
  }

  #complete(given: Options): Options {
    const known = this.description.table.options;
    for (const name of Object.keys(given)) {
      if (!known[name]) throw new BadChoice(`there is no option ${name}; the options are ${Object.keys(known).join(", ")}`);
    }
    const numbers = (name: string, value: string | number): string | number => (known[name]?.kind === "Number" ? Number(value) : value);
    return Object.fromEntries(Object.entries(known).map(([name, { usual }]) => [name, numbers(name, given[name] ?? usual)]));
  }

  /** Options as positions say them: one that came later only where it is unusual. */
  written(values: Options): WrittenOptions {
    const known = this.description.table.options;
    const said = Object.entries(values).filter(([name, value]) => !known[name]?.added || value !== known[name].usual);
    return new WrittenOptions(values, Object.fromEntries(said));
  }

  // ── texts ──

  /** The state that a position tells; a `BadText` says why there is none. */
  readPosition(text: string): StateBytes {
    this.#broken = 0;
    try {
      return this.rules.write(this.functions.read_position(text)[1]);
    } catch (error) {
      throw new BadText((error as Error).message, this.#broken);
    }
  }

  /** The state that a text tells, whether or not a game can reach it; a `BadText` says what cannot be read. */
  readUnchecked(text: string): StateBytes {
    try {
      return this.rules.write(this.functions.read_unchecked(text)[1]);
    } catch (error) {
      throw new BadText((error as Error).message, 0);
    }
  }

  writePosition(state: StateBytes): string {
    return this.functions.write_position(this.named, this.rules.read(state));
  }

  /** A record as it was written. Whether its proofs are right is not looked at. */
  readRecord(text: string): ReadRecord {
    return this.functions.loads((_game, options, key, _hash, moves, names, _over, _points, proof, start, device, hints) => {
      const { commitments = [], first = null } = (proof as { commitments?: unknown[]; first?: unknown } | null) ?? {};
      const helped = (hints as number[]).length > 0;
      const format = helped ? 5 : device ? 3 : first !== null ? 4 : start || commitments.some(Boolean) ? 2 : 1;
      return { format, options, key, moves, names, start } as ReadRecord;
    }, text);
  }

  // ── stories ──

  /** Events with the names of their kinds. */
  named_events(events: PlainRecord[]): ToldEvent[] {
    return events.map((event) => ({ ...event, kind: this.description.constants.events[Number(event["kind"])] }) as unknown as ToldEvent);
  }

  movements(movements: PlainRecord[]): Movement[] {
    const places = this.description.constants.places;
    const place = ([name, row, column]: number[]): Movement["source"] => ({
      name: places[name ?? 0] ?? "",
      ...(row === -1 ? {} : { row }),
      ...(column === -1 ? {} : { column }),
    });
    return movements.map((moved) => ({
      event: Number(moved["event"]),
      seat: Number(moved["seat"]),
      tile: Number(moved["tile"]),
      count: Number(moved["count"]),
      source: place(moved["source"] as number[]),
      target: place(moved["target"] as number[]),
    }));
  }

  /** A part of the points there would be; numbers that mean nothing are left out. */
  scored({ kind, seat, points, colour, row, column, across, down, count }: ToldEvent): Scored {
    const more = Object.entries({ colour, row, column, across, down, count }).filter(([, value]) => value !== -1);
    return { kind, seat, points, ...Object.fromEntries(more) };
  }
}

export type { Description, Key, StateBytes };
