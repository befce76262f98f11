/** The words of notifications, loaded with their settings alone. */

import { Words } from "../lib/sentences.svelte";
import en from "../words/notify.en";

export type NotifyKey = keyof typeof en;
export type NotifyWords = Record<NotifyKey, string>;

const words = new Words<NotifyKey>(en, { nl: () => import("../words/notify.nl"), fr: () => import("../words/notify.fr") });

export const loadNotifyWords = words.load;
export const n = words.say;
