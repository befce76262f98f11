/** The words of the explorer, loaded with its pages alone. */

import { Words } from "../lib/sentences.svelte";
import en from "../words/explore.en";

export type ExploreKey = keyof typeof en;
export type ExploreWords = Record<ExploreKey, string>;

const words = new Words<ExploreKey>(en, { nl: () => import("../words/explore.nl"), fr: () => import("../words/explore.fr") });

export const loadExploreWords = words.load;
export const x = words.say;

/** A question as a player asks it. */
export const askedAs = (game: string, question: string): string => x(`ask.${game}.${question}` as ExploreKey);

/** An answer: a number, several numbers, or a word of its own. */
export function answerAs(game: string, question: string, answer: string): string {
  const named = `answer.${game}.${question}.${answer}`;
  if (words.has(named)) return x(named);
  if (answer in { yes: 1, no: 1 }) return x(`answer.${answer}` as ExploreKey);
  if (answer.endsWith("+")) return x("answer.more", { n: answer.slice(0, -1) });
  return answer.replace("-", "–");
}

const ORDER = ["seat.1", "seat.2", "seat.3", "seat.4", "seat.5"] as const;
export const seatAs = (seat: number): string => x(ORDER[seat] ?? "seat.1");
