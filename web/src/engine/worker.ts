/** A worker of the engine: one module, one tree at a time. Between slices of a search it listens, so that it can be stopped at once. */

import { EngineError } from "./errors";
import type { Asked, Files, PlayOrder, SearchOrder, SolveOrder, Told } from "./messages";
import { EngineModule } from "./module";
import { type LoadedNetwork, loadNetworks, networkFor } from "./network";
import { putPosition } from "./position";
import { Search } from "./search";
import { sliceAfter } from "./slices";
import { solve } from "./solver";

const TELL_FIRST = 25; // milliseconds until somebody who waits hears something
const TELL_EVERY = 100;
const FIRST_SLICE = 8; // simulations

/** What an open worker has. */
interface Opened {
  module: EngineModule;
  networks: LoadedNetwork[];
  empty: number; // where memory is free before any work
}

let opened: Opened | null = null;
let files: Files | null = null;
let current = -1; // the search that goes on

const tell = (told: Told): void => postMessage(told);

/** Let messages come in; a timer would wait for 4 ms and more. */
function listen(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The module, with all memory that earlier work took free again. */
function begin(): Opened {
  if (opened === null) throw new EngineError("the engine is not open");
  opened.module.release(opened.empty);
  return opened;
}

async function open(given: Files): Promise<void> {
  const { code, description, network } = given;
  files = given;
  const module = await EngineModule.load(code, description);
  const networks = network ? loadNetworks(module, new Uint8Array(network)) : [];
  opened = { module, networks, empty: module.mark };
}

async function search(id: number, { position, budget, settings, learned, seed }: SearchOrder): Promise<void> {
  const { module, networks } = begin();
  if (learned && networks.length === 0) throw new EngineError(`the engine of ${module.description.game} has no network`);
  current = id;
  const { simulations, seconds } = budget;
  const state = putPosition(module, position);
  const players = Number(module.read("state", state, "players"));
  const network = learned ? networkFor(networks, players) : undefined;
  const tree = new Search(module, state, position.seat, { settings, seed, simulations, network });
  const start = performance.now();
  let [tellAt, slice] = [start + TELL_FIRST, FIRST_SLICE];
  while (current === id) {
    const before = performance.now();
    const more = simulations === undefined ? slice : Math.min(slice, simulations - tree.done);
    tree.grow(more);
    const now = performance.now();
    const finished = tree.done >= (simulations ?? Infinity) || now - start >= 1000 * (seconds ?? Infinity);
    if (finished || now >= tellAt) {
      tell({ type: "found", id, moves: tree.read(), players, done: tree.done, finished });
      tellAt = now + TELL_EVERY;
    }
    if (finished) return;
    slice = sliceAfter(more, now - before);
    await listen();
  }
}

function play(id: number, { state, games, seed }: PlayOrder): void {
  const { module } = begin();
  const at = module.takeRecord("state");
  if (state.length !== module.sizeOf("state")) throw new EngineError(`a state has ${module.sizeOf("state")} bytes, not ${state.length}`);
  const signature = module.take(8);
  module.bytes(at, state.length).set(state);
  const players = Number(module.read("state", at, "players"));
  const { least = 2, most = 2 } = module.description.table.options["players"] ?? {};
  if (!(players >= least && players <= most)) throw new EngineError(`a game is for ${least} to ${most} players, not for ${players}`);
  if (!(Number.isInteger(games) && games >= 1)) throw new EngineError(`so many games cannot be played: ${games}`);
  module.view.setBigUint64(signature, seed, true);
  const made = module.entries.random_games(at, games, signature);
  tell({ type: "played", id, made, signature: module.view.getBigUint64(signature, true) });
}

function work(id: number, { position, positions, every }: SolveOrder): void {
  const { module } = begin();
  const state = putPosition(module, position);
  tell({ type: "solved", id, choices: solve(module, state, position.seat, positions, every) });
}

async function answer(asked: Asked): Promise<void> {
  if (asked.type === "open") {
    await open(asked);
    tell({ type: "opened", id: asked.id });
  } else if (asked.type === "search") await search(asked.id, asked);
  else if (asked.type === "play") play(asked.id, asked);
  else if (asked.type === "solve") work(asked.id, asked);
  else if (current === asked.id) current = -1;
}

/** Code that broke off in the middle leaves its memory in a mess: begin anew. */
async function reopen(error: unknown): Promise<void> {
  if (error instanceof WebAssembly.RuntimeError && files) await open(files);
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  answer(data).catch(async (error: unknown) => {
    await reopen(error);
    tell({ type: "failed", id: data.id, message: error instanceof Error ? error.message : String(error) });
  });
});
