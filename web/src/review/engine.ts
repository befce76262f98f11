/** The compiled engine as a review asks it: the methods of `Native` in Python, which documents them (src/tegel/search/review/native.py). */

import { addUp, type Choice, rank } from "../engine/choices";
import type { Settings } from "../engine/description";
import { EngineError } from "../engine/errors";
import type { EngineModule } from "../engine/module";
import { type LoadedNetwork, networkFor } from "../engine/network";
import { legalMoves } from "../engine/position";
import { Search } from "../engine/search";
import { distinctMoves, solve } from "../engine/solver";
import type { Key, StateBytes } from "../table";

type Shares = [win: number[], points: number[]];

const SPECTATOR = -1;
const KEY = 32; // bytes
const WORDS = [0, 8, 16, 24];

export class ReviewEngine {
  readonly name: string;
  readonly fewest_wins: boolean;
  readonly #empty: number;
  readonly #settings: Settings;

  constructor(
    private readonly module: EngineModule,
    private readonly networks: LoadedNetwork[],
  ) {
    const { description } = module;
    this.name = description.game;
    this.fewest_wins = description.constants.fewest_wins;
    this.#settings = networks.length > 0 ? description.players.learned : description.players.settings;
    this.#empty = module.mark;
  }

  // ── positions ──

  players(state: StateBytes): number {
    return Number(this.module.read("state", this.#put(state), "players"));
  }

  turn(state: StateBytes): number {
    return Number(this.module.read("state", this.#put(state), "turn"));
  }

  /** As text, because dictionaries and comparisons want that. */
  seen(state: StateBytes, viewer: number): string {
    const seen = this.#bytes(this.#hidden(state, viewer));
    return Array.from(seen, (byte) => String.fromCharCode(byte)).join("");
  }

  after(state: StateBytes, move: number): StateBytes {
    const at = this.#put(state);
    this.module.entries.apply(at, move, this.module.takeRecord("story"));
    return this.#bytes(at);
  }

  reveals(state: StateBytes, move: number): boolean {
    this.module.release(this.#empty);
    const states = this.module.takeRecord("state", 2);
    this.module.bytes(states, state.length).set(state);
    return this.module.entries.reveals(states, this.#key([0n, 0n, 0n, 0n]), move) !== 0;
  }

  outcome(state: StateBytes): Shares {
    const players = this.players(state);
    const at = this.#put(state);
    const [win, points] = [this.module.take(2 * KEY), this.module.take(2 * KEY)];
    this.module.entries.outcome(at, win, points);
    const read = (from: number): number[] =>
      Array.from({ length: players }, (_, seat) => this.module.view.getFloat64(from + 8 * seat, true));
    return [read(win), read(points)];
  }

  // ── draws ──

  redrawn(state: StateBytes, key: Key): StateBytes {
    const at = this.#put(state);
    this.module.entries.redraw(at, this.#key(key));
    return this.#bytes(at);
  }

  sampled(state: StateBytes, key: Key): StateBytes {
    const at = this.#put(state);
    this.module.entries.sample(at, SPECTATOR, this.#key(key));
    return this.#bytes(at);
  }

  new_game(options: StateBytes, key: Key): StateBytes {
    const at = this.#put(options);
    this.module.entries.setup(at, this.#key(key));
    return this.#bytes(at);
  }

  draws(state: StateBytes): number {
    return Number(this.module.read("state", this.#put(state), "draws"));
  }

  next_draw(state: StateBytes): bigint {
    const key = this.module.read("state", this.#put(state), "key") as Key;
    return this.words(key, this.draws(state))[0];
  }

  words(key: readonly (number | bigint)[], count: number): Key {
    this.module.release(this.#empty);
    const [from, to] = [this.#key(key), this.module.take(KEY)];
    this.module.entries.random_words(from, count, to);
    return WORDS.map((at) => this.module.view.getBigUint64(to + at, true)) as Key;
  }

  // ── judgement, by what the seat to move may know ──

  search(state: StateBytes, simulations: number, seed: bigint, first: number | null): Choice {
    const [turn, players] = [this.turn(state), this.players(state)];
    const tree = this.#grow(state, turn, simulations, seed, first);
    const [best] = rank(addUp([tree.read()], turn, players), this.#settings.sure, this.module.description.players.search);
    if (!best) throw new EngineError("there is nothing to choose from");
    return best;
  }

  mean(state: StateBytes, viewer: number, simulations: number, seed: bigint): Shares {
    const players = this.players(state);
    return this.#grow(state, viewer, simulations, seed, null).mean(players);
  }

  solve(state: StateBytes, positions: number): Choice[] | null {
    const turn = this.turn(state);
    return solve(this.module, this.#hidden(state, turn), turn, positions, true);
  }

  in_sight(state: StateBytes): boolean {
    const at = this.#hidden(state, this.turn(state));
    return this.module.entries.foreseeable(at) !== 0 && this.module.entries.may_end(at) !== 0;
  }

  legal(state: StateBytes): number[] {
    return legalMoves(this.module, this.#hidden(state, this.turn(state)));
  }

  kinds(state: StateBytes): number {
    return distinctMoves(this.module, this.#hidden(state, this.turn(state))).length;
  }

  same_as(state: StateBytes, move: number): number {
    return this.module.entries.same_as(this.#hidden(state, this.turn(state)), move);
  }

  #grow(state: StateBytes, viewer: number, simulations: number, seed: bigint, first: number | null): Search {
    const network = networkFor(this.networks, this.players(state));
    const at = this.#hidden(state, viewer);
    const { module } = this;
    const only = first === null ? {} : { first: module.entries.same_as(at, first) };
    const tree = new Search(module, at, viewer, { settings: this.#settings, seed, simulations, network, ...only });
    tree.grow(simulations);
    return tree;
  }

  /** A state in memory, where nothing else is left. */
  #put(state: StateBytes): number {
    this.module.release(this.#empty);
    const at = this.module.takeRecord("state");
    this.module.bytes(at, state.length).set(state);
    return at;
  }

  #hidden(state: StateBytes, viewer: number): number {
    const at = this.#put(state);
    this.module.entries.hide(at, viewer);
    return at;
  }

  #bytes(at: number): StateBytes {
    return this.module.bytes(at, this.module.sizeOf("state")).slice();
  }

  #key(words: readonly (number | bigint)[]): number {
    const at = this.module.take(KEY);
    words.forEach((word, n) => this.module.view.setBigUint64(at + 8 * n, BigInt.asUintN(64, BigInt(word)), true));
    return at;
  }
}
