/** The words of the puzzles, loaded with their pages alone. */

import { Words } from "../lib/sentences.svelte";
import en from "../words/puzzles.en";

export type PuzzleKey = keyof typeof en;
export type PuzzleWords = Record<PuzzleKey, string>;

const words = new Words<PuzzleKey>(en, { nl: () => import("../words/puzzles.nl"), fr: () => import("../words/puzzles.fr") });

export const loadPuzzleWords = words.load;
export const p = words.say;

/** What a theme is called, and what it means. */
export const themeName = (game: string, theme: string): string => p(`theme.${game}.${theme}` as PuzzleKey);
