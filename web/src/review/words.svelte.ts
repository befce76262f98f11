/** The words of the review, loaded with its page alone. */

import { type Language, settings } from "../lib/settings.svelte";
import { fill, type Values } from "../lib/words.svelte";
import en from "../words/review.en";

export type ReviewKey = keyof typeof en;
export type ReviewWords = Record<ReviewKey, string>;

const loaders: Record<Exclude<Language, "en">, () => Promise<{ default: ReviewWords }>> = {
  nl: () => import("../words/review.nl"),
  fr: () => import("../words/review.fr"),
};

let current = $state.raw<ReviewWords>(en);

export async function loadReviewWords(language: Language): Promise<void> {
  const words = language === "en" ? en : (await loaders[language]()).default;
  if (settings.language === language) current = words;
}

export const r = (key: ReviewKey, values: Values = {}): string => fill(current[key], values);
