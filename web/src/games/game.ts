/** What the play page needs of a game: its table, how a move looks in steps, and what to ask for. */

import type { Component } from "svelte";
import type { Chooser } from "../lib/chooser.svelte";
import type { Flight } from "../lib/motion";
import type { Choice, Facts, GameName, Movement, MovePreview, Scored, StoryEvent, Summary } from "../lib/types";
import type { Key } from "../lib/words.svelte";
import type { Happening } from "./moving";

/** One moment of a move on the screen: the drawing after it, what flies there, what is said of it. */
export interface Beat {
  facts: Facts;
  flights?: Flight[];
  /** Words at places of the board: "+5, 3 across + 2 down". */
  notes?: { spot: string; points: number; text: string }[];
  marks?: string[];
  /** How long to look at it, in milliseconds. */
  look?: number;
}

/** A move as it would be: tiles where they would lie, and what to say of it at places of the board. */
export interface Ghost {
  tiles: { spot: string; face: string }[];
  notes: GhostNote[];
}

export interface GhostNote {
  spot: string;
  text: string;
  /** Whether it is to one's good; null where it is neither. */
  good: boolean | null;
}

export interface TableProps {
  facts: Facts;
  summary: Summary;
  /** The seat at whose place we sit; a spectator sits at seat 0. */
  near: number;
  /** The seat whose eyes we see with, or -1. */
  viewer: number;
  chooser: Chooser | null;
  marks: ReadonlySet<string>;
  preview: number[];
  /** Nothing will be touched, so nothing need be as large as a finger. */
  still?: boolean;
}

export interface Paragraph {
  title: string;
  lines: string[];
}

export interface TourHint {
  /** When it is due: the beginning of a question's name, a kind of story, or "turn" for any later turn of one's own. */
  when: string;
  /** What it speaks of, as a selector: on a small screen it lies elsewhere. */
  names: string;
}

export interface GameModule {
  Table: Component<TableProps>;
  /** A move as beats; the last beat's drawing is the server's own. */
  beats: (before: Facts, told: Happening, after: Facts) => Beat[];
  /** The tiles that fly when a move is tried, without what follows from it. */
  flights: (before: Facts, movements: Movement[]) => Flight[];
  /** The tiles of a move of one's own as they set off, before the server has told what follows. */
  begin: (before: Facts, seen: MovePreview) => Beat;
  ghost: (before: Facts, seen: MovePreview, now: Scored[]) => Ghost;
  /** The faces that stand for a move in the list of what happened. */
  faces: (told: Happening) => string[];
  /** The question to the player, as the name of a sentence. */
  prompt: (facts: Facts, chooser: Chooser) => string;
  /** Whether a move is a whole turn by itself, so that there is no further step to try first. */
  whole: (choice: Choice) => boolean;
  /** Places that show the last move. */
  marks: (seat: number, move: Choice | null, story: StoryEvent[]) => string[];
  /** The hints of the first game, in order. */
  tour: TourHint[];
  /** Short name of the stage, such as the round. */
  stage: (facts: Facts) => { key: string; values: Record<string, number> } | null;
  /** Whether a round that is told as the last is so for certain, not only perhaps. */
  lastIsCertain: boolean;
  /** Whether players know things that others do not. */
  hides: boolean;
  /** The position in words. */
  describe: (facts: Facts, summary: Summary) => Paragraph[];
  /** The heading under which a move stands in the list of moves. */
  group: (choice: Choice) => string;
  /** The kinds of events that score, in the order of the final table, each with the sentence that is its heading. */
  scores: Record<string, Key>;
}

const modules: Record<GameName, () => Promise<{ default: GameModule }>> = {
  azul: () => import("./azul"),
  duel: () => import("./duel"),
  blockers: () => import("./blockers"),
};

/** A game by its name; one that this app has no board for is shown plainly. */
export async function loadGame(name: string): Promise<GameModule> {
  const load = Object.hasOwn(modules, name) ? modules[name as GameName] : () => import("./plain");
  return (await load()).default;
}
