/** Fetches the engines while there is a connection, so that the service worker has them when there is none. */

import { BASE, listEngines } from "../engine/files";

const FILES = [".json", ".js", ".wasm", ".network"];
const AGAIN = 60_000;

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** One file after the other, so that nothing else waits. On a new server the engines are built in the background: it is asked again. */
export async function keepEngines(): Promise<void> {
  if (savesData() || !navigator.serviceWorker.controller) return;
  const { version, games } = await listEngines();
  for (const game of games) {
    for (const file of FILES) await fetch(`${BASE}${version}/${game}${file}`).catch(() => null);
  }
  if (games.length === 0) setTimeout(() => void keepEngines(), AGAIN);
}
