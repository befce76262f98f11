/** The words of the analysis board, loaded with its page alone. */

import { Words } from "../lib/sentences.svelte";
import en from "../words/board.en";

export type BoardKey = keyof typeof en;
export type BoardWords = Record<BoardKey, string>;

const words = new Words<BoardKey>(en, { nl: () => import("../words/board.nl"), fr: () => import("../words/board.fr") });

export const loadBoardWords = words.load;
export const b = words.say;
