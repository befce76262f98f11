/** The words of the lobby, loaded with its page alone. */

import { type Language, settings } from "../lib/settings.svelte";
import { fill, type Values } from "../lib/words.svelte";
import en from "../words/lobby.en";

export type LobbyKey = keyof typeof en;
export type LobbyWords = Record<LobbyKey, string>;

const loaders: Record<Exclude<Language, "en">, () => Promise<{ default: LobbyWords }>> = {
  nl: () => import("../words/lobby.nl"),
  fr: () => import("../words/lobby.fr"),
};

let current = $state.raw<LobbyWords>(en);

export async function loadLobbyWords(language: Language): Promise<void> {
  const words = language === "en" ? en : (await loaders[language]()).default;
  if (settings.language === language) current = words;
}

export const l = (key: LobbyKey, values: Values = {}): string => fill(current[key], values);
