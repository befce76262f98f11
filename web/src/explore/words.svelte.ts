/** The words of the explorer, loaded with its pages alone. */

import { type Language, settings } from "../lib/settings.svelte";
import { fill, type Values } from "../lib/words.svelte";
import en from "../words/explore.en";

export type ExploreKey = keyof typeof en;
export type ExploreWords = Record<ExploreKey, string>;

const loaders: Record<Exclude<Language, "en">, () => Promise<{ default: ExploreWords }>> = {
  nl: () => import("../words/explore.nl"),
  fr: () => import("../words/explore.fr"),
};

let current = $state.raw<ExploreWords>(en);

export async function loadExploreWords(language: Language): Promise<void> {
  const words = language === "en" ? en : (await loaders[language]()).default;
  if (settings.language === language) current = words;
}

export const x = (key: ExploreKey, values: Values = {}): string => fill(current[key], values);

/** A question as a player asks it. */
export const askedAs = (game: string, question: string): string => x(`ask.${game}.${question}` as ExploreKey);

/** An answer: a number, several numbers, or a word of its own. */
export function answerAs(game: string, question: string, answer: string): string {
  const named = `answer.${game}.${question}.${answer}`;
  if (named in current) return x(named as ExploreKey);
  if (answer in { yes: 1, no: 1 }) return x(`answer.${answer}` as ExploreKey);
  if (answer.endsWith("+")) return x("answer.more", { n: answer.slice(0, -1) });
  return answer.replace("-", "–");
}

const ORDER = ["seat.1", "seat.2", "seat.3", "seat.4", "seat.5"] as const;
export const seatAs = (seat: number): string => x(ORDER[seat] ?? "seat.1");
