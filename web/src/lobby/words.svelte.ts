/** The words of the lobby, loaded with its page alone. */

import { Words } from "../lib/sentences.svelte";
import en from "../words/lobby.en";

export type LobbyKey = keyof typeof en;
export type LobbyWords = Record<LobbyKey, string>;

const words = new Words<LobbyKey>(en, { nl: () => import("../words/lobby.nl"), fr: () => import("../words/lobby.fr") });

export const loadLobbyWords = words.load;
export const l = words.say;
