/** Everything a person reads, in their language. English is the reference; a catalogue is loaded when it is wanted. */

import en from "../words/en";
import { type Language, settings } from "./settings.svelte";

export type Key = keyof typeof en;
export type Catalogue = Record<Key, string>;

const loaders: Record<Exclude<Language, "en">, () => Promise<{ default: Catalogue }>> = {
  nl: () => import("../words/nl"),
  fr: () => import("../words/fr"),
};

let current = $state.raw<Catalogue>(en);

/** Have the catalogue of the chosen language at hand. */
export async function loadWords(language: Language): Promise<void> {
  const words = language === "en" ? en : (await loaders[language]()).default;
  if (settings.language === language) current = words;
}

export type Values = Record<string, string | number>;

/** A sentence with its words filled in. `{n|one|many}` chooses by the number n. */
export function t(key: Key, values: Values = {}): string {
  return fill(current[key], values);
}

export function fill(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one !== undefined && many !== undefined) return Math.abs(Number(value)) === 1 ? one : many;
    return String(value);
  });
}

/** A sentence whose name is put together at run time, such as a colour's. */
export function say(key: string, values: Values = {}): string {
  return key in current ? fill(current[key as Key], values) : key;
}
