/** The games on this device: making, finding and listing them, and handing finished ones to the server. */

import type { NewGame, Seat } from "../lib/api";
import type { DeviceGame, Finished } from "../lib/api-types";
import { hashOf, newNonce } from "../lib/fairness";
import type { Summary } from "../lib/types";
import { Table } from "../table";
import { newLocalId, noteLocalGame } from "./ids";
import { openKit } from "./kits";
import { LocalRoom, progressOf, toKey } from "./room";
import { type LocalGame, store } from "./store";
import { finishedOf, resignedIn, summarise } from "./summaries";

const rooms = new Map<string, Promise<LocalRoom>>();

async function begin(game: string, options: LocalGame["options"], seats: Seat[]): Promise<LocalRoom> {
  const kit = await openKit(game);
  const now = Date.now();
  const key = newNonce();
  const all = { ...options, ...("players" in kit.table.description.table.options ? { players: seats.length } : {}) };
  const kept: LocalGame = {
    id: newLocalId(),
    game,
    rules: kit.table.description.rules,
    options: all,
    key,
    key_hash: await hashOf(key),
    seats,
    entries: [{ kind: "started", seat: -1, time: now, ply: 0 }],
    progress: progressOf(new Table(kit.table, { options: all, key: toKey(key) })),
    created: now,
    changed: now,
    rematch: null,
    handed: null,
  };
  await store.keep(kept, 0);
  noteLocalGame();
  const room = new LocalRoom(kit, kept);
  rooms.set(kept.id, Promise.resolve(room));
  return room;
}

export async function create({ game, options = {}, seats = [] }: NewGame): Promise<Summary> {
  return (await begin(game ?? "", options as LocalGame["options"], seats)).summary();
}

async function load(id: string): Promise<LocalRoom> {
  const kept = await store.find(id);
  if (!kept) throw new Error(`there is no game ${id} on this device`);
  return new LocalRoom(await openKit(kept.game), kept);
}

/** The one room of a game. */
export function findRoom(id: string): Promise<LocalRoom> {
  const known = rooms.get(id) ?? load(id);
  rooms.set(id, known);
  known.catch(() => rooms.delete(id));
  return known;
}

/** Let go of a game that has gone on in another window; whoever wants it reads it anew. */
export function forgetRoom(room: LocalRoom): void {
  rooms.delete(room.kept.id);
}

/** The same people once more, the next one beginning; the same game for whoever asks again. */
export async function rematch(room: LocalRoom): Promise<string> {
  const { kept } = room;
  if (kept.rematch) return kept.rematch;
  const [first, ...others] = kept.seats;
  const next = await begin(kept.game, kept.options, first ? [...others, first] : others);
  await room.note({ rematch: next.kept.id });
  return next.kept.id;
}

/** Forget all games here. */
export async function clearGames(): Promise<void> {
  await store.clear();
  for (const room of await Promise.allSettled(rooms.values()))
    if (room.status === "fulfilled") for (const listener of [...room.value.listeners]) listener.end();
  rooms.clear();
}

/** The games here that the server does not have, the last changed first; or all that can be looked at, while it is away. */
export async function listGames(away: boolean): Promise<Summary[]> {
  const kept = (await store.all().catch(() => [])).filter(({ handed, progress }) => handed === null || (away && progress.turn === null));
  return kept.map(summarise).sort((one, other) => other.changed - one.changed);
}

/** How finished games ended that the server does not know of; or all, while it is away. */
export async function listResults(away: boolean): Promise<Finished[]> {
  const kept = (await store.all().catch(() => [])).filter(({ handed }) => away || handed === null);
  return kept.flatMap((each) => finishedOf(each) ?? []).sort((one, other) => other.ended - one.ended);
}

type Give = (game: DeviceGame) => Promise<{ game: string }>;

const names = (seats: Seat[]): Seat[] => seats.map(({ kind, name, player }) => (kind === "computer" ? { kind, player } : { kind, name }));

/** Give a game to the server, which plays it again from its key; its name there. */
async function handOne(id: string, give: Give): Promise<string> {
  const room = await findRoom(id);
  if (room.kept.handed !== null) return room.kept.handed;
  const [resigned = null] = resignedIn(room.kept);
  const { game } = await give({ record: room.record(true), seats: names(room.seats), resigned });
  await room.note({ handed: game });
  return game;
}

/** Give finished games to the server; one that it took is not given again. */
export async function handOver(give: Give): Promise<void> {
  for (const { id, handed, progress } of await store.all().catch(() => [])) {
    if (handed !== null || progress.turn !== null) continue;
    await handOne(id, give).catch(() => null); // one that is refused, or has to wait, does not keep the others
  }
}

/** Let a game go on at the server, where it can be taken to another device. Here it stays as it is. */
export async function moveToServer(id: string, give: Give): Promise<string> {
  const game = await handOne(id, give);
  const room = await findRoom(id);
  for (const listener of [...room.listeners]) listener.end();
  return game;
}
