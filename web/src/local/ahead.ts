/** Fetches the engines while there is a connection, so that the service worker has them when there is none. */

import { BASE, listEngines } from "../engine/files";

const FILES = [".json", ".js", ".wasm", ".network"];
const AGAIN = 60_000;

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

const SHELF = "tegel engines"; // as the service worker calls it

/** Whether all files of a game's engine are on this device. */
export async function hasEngine(game: string): Promise<boolean> {
  if (!("caches" in globalThis) || !navigator.serviceWorker?.controller) return false;
  const { version, games } = await listEngines();
  if (!games.includes(game)) return false;
  const shelf = await caches.open(SHELF);
  const kept = await Promise.all(FILES.map((file) => shelf.match(`${BASE}${version}/${game}${file}`)));
  return kept.every(Boolean);
}

/** One file after the other, so that nothing else waits. On a new server the engines are built in the background: it is asked again. */
export async function keepEngines(): Promise<void> {
  if (savesData() || !navigator.serviceWorker.controller) return;
  const { version, games } = await listEngines();
  for (const game of games) {
    for (const file of FILES) await fetch(`${BASE}${version}/${game}${file}`).catch(() => null);
  }
  if (games.length === 0) setTimeout(() => void keepEngines(), AGAIN);
}
