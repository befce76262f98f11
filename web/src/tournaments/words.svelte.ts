/** The words of tournaments, loaded with their pages alone. */

import { Words } from "../lib/sentences.svelte";
import en from "../words/tournaments.en";

export type TournamentKey = keyof typeof en;
export type TournamentWords = Record<TournamentKey, string>;

const words = new Words<TournamentKey>(en, { nl: () => import("../words/tournaments.nl"), fr: () => import("../words/tournaments.fr") });

export const loadTournamentWords = words.load;
export const w = words.say;
