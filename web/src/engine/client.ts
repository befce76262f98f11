/** The engine as a page uses it: several workers, each with its own tree, whose roots are added up. */

import { checkBudget, shared, within } from "./budget";
import { addUp, pick, rank, type Choice } from "./choices";
import type { Description, Level, Settings } from "./description";
import type { RootMove } from "./engine-types";
import { EngineError } from "./errors";
import { BASE, fetchFiles, listEngines } from "./files";
import type { Asked, Budget, Files, Told } from "./messages";
import type { Position } from "./position";
import { Thread } from "./thread";

export type { Budget, Choice, Position };
export { EngineError, listEngines };

export interface Analysis {
  choices: Choice[];
  simulations: number;
  exact: boolean;
  finished: boolean;
}

/** How a search is made: by which settings, with the network or without, in how many workers. */
interface Manner {
  settings: Settings;
  learned: boolean;
  workers: number;
  seed?: bigint;
}

type Question = Exclude<Asked, { type: "open" | "cancel" }>;

const MOST_WORKERS = 4;
const EXACT_POSITIONS = 3_000_000;
const LARGEST_SEED = (1n << 64n) - 1n;

function newSeed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
}

export class Engine {
  private threads: Thread[] = [];
  private number = 0;
  private turn = 0; // counts questions and cancellations: whoever waits for a thread may find that it came too late
  private stop: (() => void) | null = null;
  private starting: Promise<unknown> = Promise.resolve(); // threads that are being started

  private constructor(
    private readonly files: Files,
    private readonly workers: number,
  ) {}

  /** Fetch a game's engine; `EngineError` where there is none. */
  static async open(game: string, { base = BASE, workers = navigator.hardwareConcurrency } = {}): Promise<Engine> {
    const fetching = fetchFiles(game, base);
    const [first, files] = await Promise.all([Thread.start(fetching), fetching]);
    const engine = new Engine(files, Math.min(Math.max(workers, 1), MOST_WORKERS));
    engine.threads = [first];
    return engine;
  }

  /** Start all workers now, so that an analysis need not wait for them. */
  warmUp(): void {
    this.start(this.workers).catch(() => undefined); // whoever asks hears of it
  }

  /** See to it that there are so many threads; one call after the other, so that none is started twice. */
  private start(count: number): Promise<void> {
    const more = async (): Promise<void> => {
      const missing = Math.max(0, count - this.threads.length);
      this.threads.push(...(await Promise.all(Array.from({ length: missing }, () => Thread.start(this.files)))));
    };
    const started = this.starting.then(more, more);
    this.starting = started;
    return started;
  }

  get code(): WebAssembly.Module {
    return this.files.code;
  }

  get description(): Description {
    return this.files.description;
  }

  /** The best moves, with what to expect of them, within a budget; `told` hears of them meanwhile. With a seed one worker works. */
  async analyse(
    position: Position,
    budget: Budget,
    told: (analysis: Analysis) => void = () => undefined,
    seed?: bigint,
  ): Promise<Analysis> {
    const learned = this.files.network !== null;
    const settings = learned ? this.description.players.learned : this.description.players.settings;
    return this.search(position, budget, { settings, learned, workers: seed === undefined ? this.workers : 1, seed }, told);
  }

  /** The move that a level plays, from 1 on. */
  async decide(position: Position, level: number): Promise<number> {
    const found = this.description.players.levels[level - 1];
    if (!found) throw new EngineError(`there is no level ${level}; the levels are 1 to ${this.description.players.levels.length}`);
    const manner = this.mannerOf(found);
    const simulations = manner.learned ? found.learned : found.simulations;
    const positions = manner.settings.solve * simulations;
    const solved = positions > 0 ? await this.solve(position, positions, false) : null;
    if (solved?.choices[0]) return solved.choices[0].move;
    const { choices, finished } = await this.search(position, { simulations }, manner);
    if (!finished) throw new EngineError("the engine was stopped");
    return pick(choices, found, Math.random(), this.description.players.search);
  }

  /** Best play to the end of the round, exactly; null where something is hidden, there is too much to see, or it was cancelled. */
  async solve(position: Position, positions = EXACT_POSITIONS, every = true): Promise<Analysis | null> {
    const [told] = await this.ask([{ type: "solve", id: this.next(), position, positions, every }], ({ type }) => type === "solved");
    if (told?.type !== "solved") return null;
    return told.choices && { choices: told.choices, simulations: 0, exact: true, finished: true };
  }

  /** Play random games from a state with its options set: the moves made and the signature, to compare machines by. */
  async playRandomGames(state: Uint8Array, games: number, seed: bigint): Promise<{ made: number; signature: bigint }> {
    const [told] = await this.ask([{ type: "play", id: this.next(), state, games, seed }], ({ type }) => type === "played");
    if (told?.type !== "played") throw new EngineError("the engine was stopped");
    return told;
  }

  /** Stop what goes on, at once. Whoever waits gets what was found so far. */
  cancel(): void {
    this.turn += 1;
    this.stop?.();
  }

  close(): void {
    this.cancel();
    for (const thread of this.threads.splice(0)) thread.close();
  }

  private mannerOf(level: Level): Manner {
    const { learned, settings } = this.description.players;
    if (this.files.network !== null && level.learned > 0) return { settings: learned, learned: true, workers: 1 };
    return { settings: { ...settings, solve: level.solves ? settings.solve : 0 }, learned: false, workers: 1 };
  }

  private async search(
    position: Position,
    budget: Budget,
    { settings, learned, workers, seed }: Manner,
    told: (analysis: Analysis) => void = () => undefined,
  ): Promise<Analysis> {
    checkBudget(budget);
    const suited = shared(within(settings, budget, this.description.players.search.per_second), workers);
    const share = budget.simulations === undefined ? budget : { ...budget, simulations: Math.ceil(budget.simulations / workers) };
    const id = this.next();
    const asked = Array.from({ length: workers }, (): Question => {
      return { type: "search", id, position, budget: share, settings: suited, learned, seed: (seed ?? newSeed()) & LARGEST_SEED };
    });
    const latest: RootMove[][] = [];
    let players = 0;
    const sumUp = (finished: boolean): Analysis => ({
      choices: rank(addUp(latest.filter(Boolean), position.seat, players), settings.sure, this.description.players.search),
      simulations: latest.flat().reduce((total, { visits }) => total + visits, 0),
      exact: false,
      finished,
    });
    const last = await this.ask(asked, (said, thread) => {
      if (said.type !== "found") return false;
      latest[thread] = said.moves;
      players = said.players;
      if (!said.finished) told(sumUp(false));
      return said.finished;
    });
    return sumUp(last.length === workers);
  }

  /**
   * Ask some threads, one question each, and wait for their last answers; or for as many as there are when it is cancelled.
   * Threads that are not there yet join when they are.
   */
  private ask(asked: Question[], isLast: (told: Told, thread: number) => boolean): Promise<Told[]> {
    this.cancel();
    const turn = this.turn;
    return new Promise((resolve, reject) => {
      const last: Told[] = [];
      const end = (): void => {
        this.stop = null;
        resolve(last);
      };
      const fail = (message: string): void => {
        if (turn !== this.turn) return;
        this.turn += 1;
        this.silence(asked);
        this.stop = null;
        reject(new EngineError(message));
      };
      const put = (question: Question, at: number): void =>
        this.threads[at]?.ask(question, (told) => {
          if (told.type === "failed") fail(told.message);
          else if (isLast(told, at)) {
            last.push(told);
            if (last.length === asked.length) end();
          }
        });
      this.stop = () => {
        this.silence(asked);
        end();
      };
      const ready = Math.min(this.threads.length, asked.length);
      asked.slice(0, ready).forEach(put);
      if (ready === asked.length) return;
      this.start(asked.length).then(
        () => turn === this.turn && asked.slice(ready).forEach((question, at) => put(question, ready + at)),
        (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
      );
    });
  }

  /** Stop threads: a search listens between its slices; whatever else goes on is ended with its thread. */
  private silence(asked: Question[]): void {
    asked.forEach(({ type, id }, at) => {
      if (type === "search") this.threads[at]?.cancel(id);
    });
    if (asked.some(({ type }) => type !== "search")) for (const thread of this.threads.splice(0, asked.length)) thread.close();
  }

  private next(): number {
    this.number += 1;
    return this.number;
  }
}
