/** Everything a person reads, in their language, but for what pages of their own load with themselves. */

import en from "../words/en";
import { type Values, Words } from "./sentences.svelte";

export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;

const words = new Words<Key>(en, { nl: () => import("../words/nl"), fr: () => import("../words/fr") });

export const loadWords = words.load;
export const t = words.say;

/** A sentence whose name is put together at run time, such as a colour's. */
export const say = (key: string, values: Values = {}): string => (words.has(key) ? t(key, values) : key);
