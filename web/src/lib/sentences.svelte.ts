/** Sentences in three languages. English is the reference; the others are loaded when they are wanted. */

import { type Language, settings } from "./settings.svelte";

export type Values = Record<string, string | number>;
type Sentences<Key extends string> = Record<Key, string>;
type Loaders<Key extends string> = Record<Exclude<Language, "en">, () => Promise<{ default: Sentences<Key> }>>;

/** French counts nothing as one: "0 erreur". */
const isOne = (count: number): boolean => (settings.language === "fr" ? count < 2 : count === 1);

/** French sets some signs apart from their word; no line may begin with one. */
const kept = (sentence: string): string => (settings.language === "fr" ? sentence.replace(/ (?=[:;!?»])/g, "\u00a0") : sentence);

/** A sentence with its words filled in. `{n|one|many}` chooses by the number n. */
export function fill(sentence: string, values: Values): string {
  return kept(sentence).replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one !== undefined && many !== undefined) return isOne(Math.abs(Number(value))) ? one : many;
    return String(value);
  });
}

/** A catalogue in the language of the settings. */
export class Words<Key extends string> {
  #current: Sentences<Key> = $state.raw({} as Sentences<Key>);

  constructor(
    private readonly english: Sentences<Key>,
    private readonly loaders: Loaders<Key>,
  ) {
    this.#current = english;
  }

  /** Have the sentences of a language at hand. */
  load = async (language: Language): Promise<void> => {
    const found = language === "en" ? this.english : (await this.loaders[language]()).default;
    if (settings.language === language) this.#current = found;
  };

  say = (key: Key, values: Values = {}): string => fill(this.#current[key], values);

  has = (key: string): key is Key => key in this.#current;
}
