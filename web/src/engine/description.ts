/** What the file beside a module says of it. */

import type { RecordName } from "./engine-types";
import type { RecordLayout } from "./layout";

/** How a search weighs things, in the order in which the compiled code takes them. */
export interface Settings {
  lean: number;
  sharpness: number;
  /** Whether the move is played that is surely worth most, or else the most tried one. */
  sure: boolean;
  /** How many positions an exact solution may cost for every simulation of the budget. */
  solve: number;
  /** Visits of the root, of all trees together, from which on a search looks beyond the horizon; 0: it does not. */
  beyond: number;
  /** Whether the search is long: only then rollouts are guided, and play on past the horizon. */
  long: boolean;
  /** Whether rollouts of a long search are guided by the network. */
  guided: boolean;
  /** Simulations of a budget from which on a search is long; 0: none is. */
  long_from: number;
  [other: string]: number | boolean;
}

export interface Level {
  simulations: number;
  learned: number;
  /** How much it minds what a move gives away, with two players, three, and so on; none: it plays the best it found. */
  care: number[];
  /** Draws moves by first impressions instead; 0: it does not. */
  temperature: number;
  solves: boolean;
}

export interface Weights {
  value: number[];
  prior: number[];
  /** The prior of guided rollouts, where there is one of their own. */
  rollout: number[] | null;
}

/** Constants by which a search is made, and what it found is ranked. */
export interface SearchConstants {
  /** A move is considered that at first sight looks at least this part as likely as the likeliest. */
  considered: number;
  codes: number;
  shown_line: number;
  longest_line: number;
  first_edges: number;
  edges_per_node: number;
  edges_per_expanded: number;
  most_to_solve: number;
  per_second: number;
  known: number;
  caution: number;
  least_spread: number;
}

export interface Players {
  search: SearchConstants;
  /** What `grow` may find wrong, by the number it returns. */
  faults: string[];
  settings: Settings;
  learned: Settings;
  levels: Level[];
  variants: { fields: Record<string, number>; weights: string }[];
  weights: Record<string, Weights>;
  /** The first line of a network's file that fits; null where there is none. */
  network: string | null;
  /** How many networks the file holds: one for two players, and one for more if that is another. */
  networks: number;
  /** How much a review looks at, and the mean loss of a decision at each level, by number of players. */
  review: { simulations: number; redraws: number; losses: Record<string, number[]> };
}

export interface Description {
  format: number;
  game: string;
  rules: number;
  constants: { most_legal: number; most_seats: number; checks: string[]; fewest_wins: boolean };
  records: Record<RecordName, RecordLayout>;
  table: { options: Record<string, { least?: number; most?: number }> };
  /** Of a game from elsewhere there may be rules alone. */
  players: Players;
}

export const FORMAT = 1;

/** The settings as numbers. */
export function numbersOf(settings: Settings): number[] {
  return Object.values(settings).map(Number);
}
