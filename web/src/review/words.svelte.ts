/** The words of the review, loaded with its page alone. */

import { Words } from "../lib/sentences.svelte";
import en from "../words/review.en";

export type ReviewKey = keyof typeof en;
export type ReviewWords = Record<ReviewKey, string>;

const words = new Words<ReviewKey>(en, { nl: () => import("../words/review.nl"), fr: () => import("../words/review.fr") });

export const loadReviewWords = words.load;
export const r = words.say;
