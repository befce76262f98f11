/** The games of mine that still run, and how many of them wait for me: for the first page and the tab's title. */

import { api } from "./api";
import { settings } from "./settings.svelte";
import type { Summary } from "./types";

const SEEN_EVERY = 20_000;
const HIDDEN_EVERY = 60_000;

let running = $state.raw<Summary[]>([]);
let known = $state(false);

/** Whether a game waits for me. */
export const isMine = (game: Summary): boolean => game.status === "running" && game.turn !== null && game.seats[game.turn]?.mine === true;

/** Whether other people play along, so that something may happen while I look elsewhere. */
export const hasCompany = (game: Summary): boolean => game.seats.some((seat) => seat.kind !== "computer" && !seat.mine);

/** Those that wait for me first, then as they were: the last changed first. */
export const waitingFirst = (games: readonly Summary[]): Summary[] => [...games].sort((a, b) => Number(isMine(b)) - Number(isMine(a)));

export const turns = {
  get running(): Summary[] {
    return running;
  },
  get known(): boolean {
    return known;
  },
  /** Games with other people that wait for me. */
  get waiting(): number {
    return running.filter((game) => isMine(game) && hasCompany(game)).length;
  },
};

export async function loadTurns(): Promise<void> {
  try {
    const { games } = await api.myGames();
    running = waitingFirst(games.filter((game) => game.status === "running" || game.status === "waiting"));
    known = true;
  } catch {
    // What was known stays on the page.
  }
}

/** Keep it up to date while a page shows it; the end of it is returned. Only games with others change by themselves. */
export function watchTurns(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = (): void => {
    timer = setTimeout(
      () => void (running.some(hasCompany) ? loadTurns() : Promise.resolve()).then(again),
      document.hidden ? HIDDEN_EVERY : SEEN_EVERY,
    );
  };
  const back = (): void => {
    if (!document.hidden) void loadTurns();
  };
  document.addEventListener("visibilitychange", back);
  void settings.language;
  void loadTurns().then(again);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", back);
  };
}

/** A page's title, with the number of games that wait. */
export const titled = (title: string): string => (turns.waiting ? `(${turns.waiting}) ${title}` : title);
