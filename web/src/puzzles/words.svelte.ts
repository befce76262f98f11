/** The words of the puzzles, loaded with their pages alone. */

import { type Language, settings } from "../lib/settings.svelte";
import { fill, type Values } from "../lib/words.svelte";
import en from "../words/puzzles.en";

export type PuzzleKey = keyof typeof en;
export type PuzzleWords = Record<PuzzleKey, string>;

const loaders: Record<Exclude<Language, "en">, () => Promise<{ default: PuzzleWords }>> = {
  nl: () => import("../words/puzzles.nl"),
  fr: () => import("../words/puzzles.fr"),
};

let current = $state.raw<PuzzleWords>(en);

export async function loadPuzzleWords(language: Language): Promise<void> {
  const words = language === "en" ? en : (await loaders[language]()).default;
  if (settings.language === language) current = words;
}

export const p = (key: PuzzleKey, values: Values = {}): string => fill(current[key], values);

/** What a theme is called, and what it means. */
export const themeName = (game: string, theme: string): string => p(`theme.${game}.${theme}` as PuzzleKey);
