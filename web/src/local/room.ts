/** A game on this device: what the server's room is to its games. A change is kept first, then acknowledged, then told. */

import type { Seat } from "../lib/api";
import type { GameEvent, GameState, Result, Summary } from "../lib/types";
import { Illegal, type Key, Table } from "../table";
import type { Kit } from "./kits";
import { GoneOn, type LocalEntry, type LocalGame, type Progress, store } from "./store";
import { hintsOf, namesOf, resignedIn, summarise } from "./summaries";

export const progressOf = (table: Table): Progress => ({ ply: table.made.length, turn: table.turn, result: table.result });
export const toKey = (digits: string): Key => [0, 16, 32, 48].map((at) => BigInt(`0x${digits.slice(at, at + 16)}`)) as Key;

/** The ply that somebody means is not the present one any more. */
export class Stale extends Error {}

/** It can be done, but not here. */
export class NeedsServer extends Error {}

/** Points and places as things stand; who resigned comes after everybody else, in the order they would have had. */
function endOf(table: Table, resigned: readonly number[]): Result {
  const { points, places: stand } = table.kit.rules.stand(table.state, table.players);
  const worth = stand.map((place, seat) => place + (resigned.includes(seat) ? stand.length : 0));
  const places = worth.map((own) => 1 + worth.filter((other) => other < own).length);
  return { points, places, winners: places.flatMap((place, seat) => (place === 1 ? [seat] : [])) };
}

export interface Listener {
  /** Something happened: the entry of this number. */
  tell(at: number): void;
  /** The game has gone on in another window: what is known here is of no use any more. */
  end(): void;
}

export class LocalRoom {
  readonly table: Table;
  readonly listeners = new Set<Listener>();
  #last: Promise<void> = Promise.resolve();
  /** What each entry of the log brought, also of moves that were taken back. */
  #made: (Table["made"][number] | undefined)[] = [];

  /** A game as it was kept; every draw follows from its key. */
  constructor(
    readonly kit: Kit,
    public kept: LocalGame,
  ) {
    this.table = new Table(kit.table, { options: kept.options, key: toKey(kept.key) });
    for (const entry of kept.entries) this.#follow(entry);
  }

  #follow(entry: LocalEntry): void {
    if (entry.kind === "move" && entry.move !== undefined) this.table.play(entry.move);
    while (entry.kind === "undone" && this.table.made.length > entry.ply) this.table.undo();
    this.#made.push(entry.kind === "move" ? this.table.made.at(-1) : undefined);
  }

  get ply(): number {
    return this.table.made.length;
  }

  get over(): boolean {
    return this.turn === null;
  }

  /** Whose turn it is; nobody's once somebody gave the game up. */
  get turn(): number | null {
    return this.resigned.length > 0 ? null : this.table.turn;
  }

  get resigned(): number[] {
    return resignedIn(this.kept);
  }

  get result(): Result | null {
    return this.over ? endOf(this.table, this.resigned) : null;
  }

  get seats(): Seat[] {
    return this.kept.seats;
  }

  isComputer(seat: number): boolean {
    return this.seats[seat]?.kind === "computer";
  }

  names(): string[] {
    return namesOf(this.kept);
  }

  /** The only seat of a person, whom sentences address; -1 where several pass the device on. */
  get alone(): number {
    const people = this.seats.flatMap((_, seat) => (this.isComputer(seat) ? [] : [seat]));
    return people.length === 1 ? (people[0] ?? -1) : -1;
  }

  /** The table after moves that are not made; none of them may show anything new. */
  after(moves: number[]): Table {
    const table = this.table.copy();
    for (const move of moves) {
      if (this.kit.table.rules.reveals(table.state, move)) throw new Illegal("nothing is told of what a move would show");
      table.play(move);
    }
    return table;
  }

  // ── changes ──

  /** Make moves of one turn and keep them; nothing is changed if one is not legal, the game has gone on, or they cannot be kept. */
  play(seat: number, moves: number[], ply: number): Promise<void> {
    return this.#inTurn(async () => {
      this.#requireHere();
      if (ply !== this.ply || this.over) throw new Stale("the game has gone on");
      const trial = this.table.copy();
      const fresh: LocalEntry[] = [];
      for (const move of moves) {
        if (trial.turn !== seat) throw new Illegal("it is another seat's turn");
        trial.play(move);
        fresh.push({ kind: "move", seat, time: Date.now(), ply: trial.made.length, move });
      }
      if (trial.turn === null) fresh.push({ kind: "over", seat: -1, time: Date.now(), ply: trial.made.length });
      await this.#change(fresh, { progress: progressOf(trial) });
    });
  }

  undo(seat: number, ply: number): Promise<void> {
    return this.#inTurn(async () => {
      this.#requireHere();
      if (ply !== this.ply) throw new Stale("the game has gone on");
      const back = this.undoTo(seat);
      if (back === null) throw new Illegal("there is nothing to take back");
      const progress = { ply: back, turn: seat, result: null };
      await this.#change([{ kind: "undone", seat, time: Date.now(), ply: back }], { progress });
    });
  }

  /** Give a seat up: the game ends if nobody is left to play against, or to play for; only then can it be done here. */
  resign(seat: number): Promise<void> {
    return this.#inTurn(async () => {
      const others = this.seats.flatMap((_, each) => (each === seat ? [] : [this.isComputer(each)]));
      this.#requireHere();
      if (this.over || this.isComputer(seat)) throw new Illegal("there is nothing to give up");
      if (others.length > 1 && others.includes(false)) throw new NeedsServer("the others play on");
      const [time, { ply }] = [Date.now(), this];
      const fresh: LocalEntry[] = [
        { kind: "resigned", seat, time, ply },
        { kind: "over", seat: -1, time, ply },
      ];
      await this.#change(fresh, { progress: { ply, turn: null, result: endOf(this.table, [seat]) } });
    });
  }

  /** Keep something beside the log. */
  note(change: Partial<Pick<LocalGame, "rematch" | "handed" | "hints">>): Promise<void> {
    return this.#inTurn(() => this.#change([], change));
  }

  /** What is the server's now goes on there. */
  #requireHere(): void {
    if (this.kept.handed !== null) throw new NeedsServer("the game goes on at the server");
  }

  /** One change after the other: each begins where the last one ended. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#last.then(change);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #change(fresh: LocalEntry[], more: Partial<LocalGame>): Promise<void> {
    const known = this.kept.entries.length;
    const changed = fresh.length > 0 ? Date.now() : this.kept.changed;
    const kept = { ...this.kept, ...more, entries: [...this.kept.entries, ...fresh], changed };
    try {
      await store.keep(kept, known);
    } catch (error) {
      if (error instanceof GoneOn) for (const listener of [...this.listeners]) listener.end();
      throw error;
    }
    this.kept = kept;
    fresh.forEach((entry, at) => {
      this.#follow(entry);
      for (const listener of this.listeners) listener.tell(known + at);
    });
  }

  /** The ply before a seat's last move, if nothing but computers moved since and nobody learnt anything by it. */
  undoTo(seat: number): number | null {
    if (this.over) return null;
    for (let ply = this.ply - 1; ply >= 0; ply -= 1) {
      const made = this.table.made[ply];
      if (!made) return null;
      const mover = Number(this.kit.table.rules.read(made.before)["turn"]);
      if ((mover !== seat && !this.isComputer(mover)) || this.kit.table.rules.reveals(made.before, made.move)) return null;
      if (mover === seat) return ply;
    }
    return null;
  }

  // ── what is shown ──

  state(viewer: number, language: string): GameState {
    const undo = viewer >= 0 && this.undoTo(viewer) !== null;
    const shown = this.table.show(viewer, language, { number: this.kept.entries.length, undo });
    return this.over ? { ...shown, over: true, turn: null, legal: [], result: this.result } : shown;
  }

  /** The state after so many moves; everything is open where no viewer is given. */
  past(ply: number, viewer: number | null, language: string): GameState {
    const before = this.table.made[ply]?.before ?? this.table.state;
    const table = new Table(this.kit.table, { state: before });
    const shown = table.show(viewer ?? -1, language, { number: this.kept.entries.length, undo: false });
    return { ...shown, ply, legal: [], ...(viewer === null ? { seat: null, view: table.facts(before) } : {}) };
  }

  position(ply: number, viewer: number): string {
    return new Table(this.kit.table, { state: this.table.made[ply]?.before ?? this.table.state }).position(viewer);
  }

  /** An entry of the log; its sentences speak to the viewer as "you". */
  event(at: number, language: string, viewer: number): GameEvent {
    const entry = this.kept.entries[at];
    if (!entry) throw new Error(`there is no event ${at}`);
    const { kind, seat, time, ply, move } = entry;
    const names = this.names();
    const words = { player: names[seat] ?? "", who: seat >= 0 && seat === viewer ? "you" : "other" };
    const kit = this.kit.table;
    const seen = this.over ? names.map((_, each) => each) : viewer < 0 ? [] : [viewer];
    const made = this.#made[at];
    return {
      number: at + 1,
      ply,
      kind,
      seat,
      time,
      move: move === undefined ? null : kit.showMove(move, language),
      say: kit.say(language, `server.event.${kind}`, move === undefined ? words : { ...words, move: kit.sayMove(move, language) }),
      ...(made ? this.table.story(made, names, seen, language, viewer) : { story: [], movements: [] }),
      ...(kind === "started" ? { key_hash: this.kept.key_hash } : {}),
      ...(kind === "over" ? { result: this.result, key: this.kept.key } : {}),
    };
  }

  summary(): Summary {
    return summarise(this.kept);
  }

  /** The game as a record; with its key, which is shown once it is over, the server can verify it. */
  record(withKey = this.over): string {
    const { table: kit } = this.kit;
    const { result, made, state } = this.table;
    const hints = hintsOf(this.kept);
    return kit.functions.dumps({
      format: hints.length > 0 ? 5 : 3,
      hints,
      game: kit.named,
      options: kit.written(kit.readOptions(kit.rules.read(state))),
      names: this.names(),
      on_device: true,
      proof: null,
      key_hash: this.kept.key_hash,
      key: withKey ? toKey(this.kept.key) : null,
      start: null,
      codes: made.map(({ move }) => kit.showMove(move, "en").code),
      over: this.table.turn === null,
      points: result?.points ?? [],
    });
  }
}
