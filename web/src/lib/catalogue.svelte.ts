/** What the server offers: games, options, computer players, greetings. Asked for once a language. */

import { listEngines } from "../engine/files";
import { api } from "./api";
import { settings } from "./settings.svelte";
import type { CatalogueAnswer } from "./types";

const PLACE = "tegel.catalogue";

let value = $state.raw<CatalogueAnswer | null>(null);
let failed = $state(false);
let away = $state(false);

export const catalogue = {
  get value(): CatalogueAnswer | null {
    return value;
  },
  get failed(): boolean {
    return failed;
  },
  /** The server is not there, but there are engines on this device: what it offered last can be played here. */
  get away(): boolean {
    return away;
  },
};

const shelf = (): string => `${PLACE}.${settings.language}`;

function kept(): CatalogueAnswer | null {
  try {
    return JSON.parse(localStorage.getItem(shelf()) ?? "null") as CatalogueAnswer | null;
  } catch {
    return null;
  }
}

/** What was offered last, of the games that have an engine here; nothing where there is none. */
async function offeredHere(): Promise<CatalogueAnswer | null> {
  const [offered, { games }] = [kept(), await listEngines()];
  if (!offered || games.length === 0) return null;
  const players = offered.players.filter(({ level }) => level !== null);
  return { ...offered, players, games: offered.games.filter(({ name }) => games.includes(name)) };
}

export async function loadCatalogue(): Promise<void> {
  try {
    value = await api.catalogue();
    localStorage.setItem(shelf(), JSON.stringify(value));
    failed = false;
    away = false;
    await api.handOver().catch(() => undefined);
  } catch {
    const here = await offeredHere();
    away = here !== null;
    value = here ?? value;
    failed = true;
  }
}
