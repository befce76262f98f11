/** The engine and the table of each game, fetched once. */

import { Engine } from "../engine/client";
import { addressOf } from "../engine/files";
import { type Description, GameKit, type Make } from "../table";

export interface Kit {
  engine: Engine;
  table: GameKit;
}

const kits = new Map<string, Promise<Kit>>();

async function fetchFunctions(game: string): Promise<{ make: Make }> {
  const address = `${await addressOf(game)}.js`;
  return (await import(/* @vite-ignore */ address)) as { make: Make };
}

async function fetchKit(game: string): Promise<Kit> {
  const [engine, { make }] = await Promise.all([Engine.open(game), fetchFunctions(game)]);
  return { engine, table: new GameKit(engine.code, engine.description as unknown as Description, make) };
}

/** All that a game needs to be played here; an `EngineError` where there is none. */
export function openKit(game: string): Promise<Kit> {
  const known = kits.get(game) ?? fetchKit(game);
  kits.set(game, known);
  known.catch(() => kits.delete(game)); // the network may come back
  return known;
}
