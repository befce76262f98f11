/** The rules of the games as the app tells them, loaded only where they are read. */

import type { Language } from "../lib/settings.svelte";
import type { GameName } from "../lib/types";

export interface Section {
  title: string;
  text: string[];
}
export type RulesText = Record<GameName, Section[]>;

const loaders: Record<Language, () => Promise<{ default: RulesText }>> = {
  en: () => import("./rules.en"),
  nl: () => import("./rules.nl"),
  fr: () => import("./rules.fr"),
};

export async function loadRules(language: Language): Promise<RulesText> {
  return (await loaders[language]()).default;
}
