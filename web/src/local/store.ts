/** Games that are played on this device alone, kept in the browser's own database. */

import type { Seat } from "../lib/api";
import type { Result } from "../lib/types";

export interface LocalEntry {
  kind: "started" | "move" | "undone" | "resigned" | "over";
  seat: number;
  time: number;
  /** The ply after it. */
  ply: number;
  move?: number;
}

/** How far a game is, so that lists need not play it again. */
export interface Progress {
  ply: number;
  turn: number | null;
  result: Result | null;
}

export interface LocalGame {
  id: string;
  game: string;
  rules: number;
  options: Record<string, string | number>;
  /** The key of all draws, 64 hexadecimal digits, and its hash. */
  key: string;
  key_hash: string;
  seats: Seat[];
  entries: LocalEntry[];
  progress: Progress;
  created: number;
  changed: number;
  rematch: string | null;
  /** The server's name for it, once it was handed over and checked there. */
  handed: string | null;
  /** Decisions with a hint; missing in games from before there were any. */
  hints?: number;
}

const NAME = "tegel";
const GAMES = "games";

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(GAMES, { keyPath: "id" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error ?? new Error("the browser keeps nothing"));
  });
}

/** One request; when it resolves a change is on disk. */
async function ask<T>(mode: IDBTransactionMode, make: (games: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((done, fail) => {
      const transaction = database.transaction(GAMES, mode);
      const request = make(transaction.objectStore(GAMES));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = transaction.onerror = () => fail(transaction.error ?? new Error("the browser kept nothing"));
    });
  } finally {
    database.close();
  }
}

/** The game has gone on elsewhere: in another window of this browser, or at the server. */
export class GoneOn extends Error {}

/** Keep a game if it still is as far as was known: with so many entries, none for a new one, and not handed over meanwhile. */
async function keep(game: LocalGame, known: number): Promise<void> {
  let gone = false;
  const kept = ask("readwrite", (games) => {
    const found = games.get(game.id) as IDBRequest<LocalGame | undefined>;
    found.onsuccess = () => {
      const before = found.result;
      gone = (before?.entries.length ?? 0) !== known || (game.handed === null && (before?.handed ?? null) !== null);
      if (gone) found.transaction?.abort();
      else games.put(game);
    };
    return found;
  });
  await kept.catch((error: unknown) => {
    throw gone ? new GoneOn(`the game ${game.id} has gone on`) : error;
  });
}

export const store = {
  find: (id: string) => ask<LocalGame | undefined>("readonly", (games) => games.get(id) as IDBRequest<LocalGame | undefined>),
  all: () => ask<LocalGame[]>("readonly", (games) => games.getAll() as IDBRequest<LocalGame[]>),
  keep,
  clear: () => ask("readwrite", (games) => games.clear()),
};
