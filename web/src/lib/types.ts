/** What the server sends, as the app knows it: the shapes of docs/api.md, with the games this app can draw. */

import type * as api from "./api-types";
import type { GameName } from "./games";

export type { GameName };

export type {
  Choice as OptionChoice,
  Clocks,
  Event as GameEvent,
  MovePreview,
  Movement,
  Option,
  Place,
  Player as ComputerPlayer,
  Presence,
  PreviewedFrame as Previewed,
  Result,
  SeatChoice,
  Scored,
  SeatSummary,
  ShownMove as Choice,
  Side as ScoringSide,
  StoryEvent,
  Told,
} from "./api-types";

export type Parts = api.ShownMove["parts"];
export type Value = Parts[string];

/** The facts of a position; each game knows its own. */
export interface Facts {
  turn: number | null;
}

export interface GameState extends Omit<api.State, "view"> {
  view: Facts;
}

export interface Summary extends Omit<api.Summary, "name"> {
  name: GameName;
}

export interface Example extends Omit<api.Example, "state"> {
  state: GameState;
}

export interface CatalogueGame extends Omit<api.GameOffered, "name" | "players"> {
  name: GameName;
  /** The fewest and the most. */
  players: [number, number];
}

export interface CatalogueAnswer extends Omit<api.Catalogue, "games"> {
  games: CatalogueGame[];
}
