/** The words of the analysis board, loaded with its page alone. */

import { type Language, settings } from "../lib/settings.svelte";
import { fill, type Values } from "../lib/words.svelte";
import en from "../words/board.en";

export type BoardKey = keyof typeof en;
export type BoardWords = Record<BoardKey, string>;

const loaders: Record<Exclude<Language, "en">, () => Promise<{ default: BoardWords }>> = {
  nl: () => import("../words/board.nl"),
  fr: () => import("../words/board.fr"),
};

let current = $state.raw<BoardWords>(en);

export async function loadBoardWords(language: Language): Promise<void> {
  const words = language === "en" ? en : (await loaders[language]()).default;
  if (settings.language === language) current = words;
}

export const b = (key: BoardKey, values: Values = {}): string => fill(current[key], values);
