/** The words of ratings and profiles, loaded with their pages alone. */

import { Words } from "../lib/sentences.svelte";
import en from "../words/ratings.en";

export type RatingKey = keyof typeof en;
export type RatingWords = Record<RatingKey, string>;

const words = new Words<RatingKey>(en, { nl: () => import("../words/ratings.nl"), fr: () => import("../words/ratings.fr") });

export const loadRatingWords = words.load;
export const g = words.say;
