/** The games on this device: making, finding and listing them, and handing finished ones to the server. */

import type { NewGame, Seat } from "../lib/api";
import { hashOf, newNonce } from "../lib/fairness";
import type { Summary } from "../lib/types";
import { Table } from "../table";
import { newLocalId, noteLocalGame } from "./ids";
import { openKit } from "./kits";
import { LocalRoom, progressOf, toKey } from "./room";
import { type LocalGame, store } from "./store";
import { summarise } from "./summaries";

const rooms = new Map<string, Promise<LocalRoom>>();

/** Whether a game needs nobody but this device: people at it, and computer players. */
export const canPlayHere = ({ position, seats = [], clock }: NewGame): boolean =>
  !position && !clock && seats.every(({ kind }) => kind !== "link");

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

/** All games here, the last changed first. */
export async function listGames(): Promise<Summary[]> {
  const kept = await store.all().catch(() => []);
  return kept.map(summarise).sort((one, other) => other.changed - one.changed);
}

/** Give finished games to the server, which plays each again from its key; one that it took is not given again. */
export async function handOver(upload: (record: string) => Promise<{ game: string }>): Promise<void> {
  for (const { id, handed, progress } of await store.all().catch(() => [])) {
    if (handed !== null || progress.turn !== null) continue;
    const room = await findRoom(id);
    const taken = await upload(room.record).catch(() => null); // one that is refused, or has to wait, does not keep the others
    if (taken) await room.note({ handed: taken.game });
  }
}
