/** The engine and the table of each game, fetched once. */

import { Engine } from "../engine/client";
import { addressOf } from "../engine/files";
import { type Description, GameKit, type Make } from "../table";

export interface Kit {
  engine: Engine;
  table: GameKit;
}

const kits = new Map<string, Promise<Kit>>();

async function fetchKit(game: string): Promise<Kit> {
  const engine = await Engine.open(game);
  const functions = `${await addressOf(game)}.js`;
  const { make } = (await import(/* @vite-ignore */ functions)) as { make: Make };
  return { engine, table: new GameKit(engine.code, engine.description as unknown as Description, make) };
}

/** All that a game needs to be played here; an `EngineError` where there is none. */
export function openKit(game: string): Promise<Kit> {
  const known = kits.get(game) ?? fetchKit(game);
  kits.set(game, known);
  known.catch(() => kits.delete(game)); // the network may come back
  return known;
}
