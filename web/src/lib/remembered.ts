/** What was chosen last on the page that sets up a game, kept in this browser. */

import type { Seat } from "./api";
import { type GameName } from "./types";

export type OptionValues = Record<string, string | number>;

export interface LastChoice {
  game: GameName | null;
  /** Of each game. */
  options: Partial<Record<GameName, OptionValues>>;
  seats: Partial<Record<GameName, Seat[]>>;
  clock: string;
  /** The computer player chosen last. */
  player: string | null;
}

const PLACE = "tegel.last";
const NOTHING: LastChoice = { game: null, options: {}, seats: {}, clock: "none", player: null };

export function lastChoice(): LastChoice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return { ...NOTHING, ...(kept as Partial<LastChoice>) };
  } catch {
    return NOTHING;
  }
}

export function remember(change: Partial<LastChoice>): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...lastChoice(), ...change }));
  } catch {
    // A browser that keeps nothing asks again.
  }
}
