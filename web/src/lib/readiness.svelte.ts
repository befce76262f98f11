/** How far the server is with compiling, on a machine that is new to it. Asked for again and again until everything is ready. */

import { api } from "./api";
import type { Readiness } from "./api-types";
import { isSite } from "./site";

const AGAIN = 1500;
let value = $state.raw<Readiness | null>(null);
let asking = false;

/** Before the first answer everything counts as ready: a machine that has compiled is the rule. */
export const readiness = {
  get preparing(): boolean {
    return value !== null && !value.ready;
  },
  get percent(): number {
    return value?.percent ?? 0;
  },
  canStart: (game: string): boolean => of(game)?.rules ?? true,
  canThink: (game: string, player: string | null): boolean => player === null || (of(game)?.players.includes(player) ?? true),
};

function of(game: string): Readiness["games"][number] | undefined {
  return value === null || value.ready ? undefined : value.games.find((each) => each.name === game);
}

/** Ask until everything is ready; a second call while that goes on does nothing. */
export async function watchReadiness(): Promise<void> {
  if (asking || value?.ready || isSite) return;
  asking = true;
  try {
    while (!value?.ready) {
      value = await api.readiness().catch(() => value);
      if (!value?.ready) await new Promise((done) => setTimeout(done, AGAIN));
    }
  } finally {
    asking = false;
  }
}
