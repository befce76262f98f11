/** What the server sends: docs/api.md. */

export type Value = number | string | boolean | null | number[];
export type Parts = Record<string, Value>;
export type GameName = "azul" | "duel" | "blockers";

/** A legal move: its number, its code, a sentence, and what it is made of. */
export interface Choice {
  move: number;
  code: string;
  parts: Parts;
  say: string;
}

/** The facts of a position; each game knows its own. */
export interface Facts {
  turn: number | null;
}

export interface Result {
  points: number[];
  places: number[];
  winners: number[];
}

export interface Clocks {
  left: number[];
  running: number | null;
  time: number;
}

export interface GameState {
  ply: number;
  number: number;
  seat: number;
  turn: number | null;
  over: boolean;
  view: Facts;
  scores: number[];
  preview: number[];
  /** The game may end with this round. */
  last: boolean;
  legal: Choice[];
  undo: boolean;
  private: boolean[];
  clocks: Clocks | null;
  result: Result | null;
}

export interface StoryEvent {
  kind: string;
  seat: number;
  colour: number;
  row: number;
  column: number;
  across: number;
  down: number;
  count: number;
  points: number;
  move: Choice | null;
  say: string;
}

export interface GameEvent {
  number: number;
  ply: number;
  kind: "created" | "joined" | "committed" | "revealed" | "started" | "move" | "undone" | "takeover" | "returned" | "over" | "rematch";
  seat: number;
  time: number;
  move: Choice | null;
  say: string;
  story: StoryEvent[];
  game?: string;
  reason?: string;
}

export interface SeatSummary {
  seat: number;
  kind: "here" | "link" | "computer";
  name: string;
  player: string | null;
  taken: boolean;
  mine: boolean;
  left: "left" | "absent" | "clock" | null;
  /** The hash of the nonce this seat adds to the draws. */
  commitment: string | null;
  /** What the game waits for from this seat before it can start. */
  owes: "commitment" | "nonce" | null;
}

export interface Summary {
  game: string;
  name: GameName;
  title: string;
  options: Record<string, string | number>;
  status: "waiting" | "running" | "over" | "record";
  created: number;
  changed: number;
  ply: number;
  number: number;
  turn: number | null;
  seats: SeatSummary[];
  clock: { base: number; increment: number } | null;
  promise: string | null;
  key_hash: string | null;
  key: string | null;
  points: number[] | null;
  places: number[] | null;
  winners: number[] | null;
  origin: { game: string; ply: number } | null;
  rematch: string | null;
  position: boolean;
  creator: boolean;
}

export interface Presence {
  seats: boolean[];
  watchers: number;
}

export interface OptionChoice {
  value: string;
  title: string;
  text: string;
}
export interface ScoringSide {
  side: "f" | "b";
  value: string;
  title: string;
  text: string;
}
export interface Option {
  name: string;
  title: string;
  kind: "choice" | "number" | "tiles";
  default: string | number;
  text?: string;
  choices?: OptionChoice[];
  least?: number;
  most?: number;
  tiles?: { tile: number; title: string; sides: ScoringSide[] }[];
}
export interface CatalogueGame {
  name: GameName;
  title: string;
  text: string;
  players: [number, number];
  fewest_wins: boolean;
  colours: string[];
  options: Option[];
}
export interface ComputerPlayer {
  name: string;
  title: string;
  text: string;
  level: number | null;
}
export interface CatalogueAnswer {
  games: CatalogueGame[];
  players: ComputerPlayer[];
  greetings: { name: string; say: string }[];
}
export interface Example {
  name: string;
  title: string;
  text: string;
  position: string;
  moves: string[];
  state: GameState;
}
