/** The words of the account, loaded with its page alone. */

import { Words } from "../lib/sentences.svelte";
import en from "../words/account.en";

export type AccountKey = keyof typeof en;
export type AccountWords = Record<AccountKey, string>;

const words = new Words<AccountKey>(en, { nl: () => import("../words/account.nl"), fr: () => import("../words/account.fr") });

export const loadAccountWords = words.load;
export const a = words.say;
