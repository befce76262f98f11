/** The files of the engines: which there are, and fetching one game's. */

import type { Description } from "./description";
import { BASE as SITE } from "../lib/site";
import { EngineError } from "./errors";
import type { Files } from "./messages";

/** What the list of engines says: the version, which is part of their addresses, and the games that have one. */
export interface EngineList {
  version: string;
  games: string[];
}

export const BASE = `${SITE}engine/`;

async function fetchFile(address: string): Promise<Response> {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) throw new EngineError(`the engine's file ${address} could not be fetched (${response?.status ?? "no connection"})`);
  return response;
}

/** The engines that this place offers; none where it offers none, or cannot be reached. */
export async function listEngines(base = BASE): Promise<EngineList> {
  const response = await fetch(`${base}engines.json`).catch(() => null);
  if (!response?.ok) return { version: "", games: [] };
  return (await response.json()) as EngineList;
}

/** Where a game's engine is, without the ending of each file; `EngineError` where there is none. */
export async function addressOf(game: string, base = BASE): Promise<string> {
  const { version, games } = await listEngines(base);
  if (!games.includes(game)) throw new EngineError(`there is no engine for ${game} here`);
  return `${base}${version}/${game}`;
}

/** All files of a game's engine; `EngineError` where there is none. */
export async function fetchFiles(game: string, base: string): Promise<Files> {
  const address = await addressOf(game, base);
  const fetchingNetwork = read(`${address}.network`, (response) => response.arrayBuffer());
  fetchingNetwork.catch(() => undefined); // whether it is missed, the description says
  const [code, description] = await Promise.all([
    read(`${address}.wasm`, async (response) => WebAssembly.compile(await response.arrayBuffer())),
    read(`${address}.json`, async (response) => (await response.json()) as Description),
  ]);
  if (!description.players) throw new EngineError(`${game} has no players`);
  return { description, code, network: description.players.network === null ? null : await fetchingNetwork };
}

/** Fetch a file and make something of it. */
async function read<T>(address: string, make: (response: Response) => Promise<T>): Promise<T> {
  const response = await fetchFile(address);
  return make(response).catch((error: unknown) => {
    throw new EngineError(`the engine's file ${address} is broken: ${error instanceof Error ? error.message : String(error)}`);
  });
}
