/** What the proof of the draws says, loaded when a game is over. */

import { Words } from "../lib/sentences.svelte";
import en from "../words/proof.en";

export type ProofKey = keyof typeof en;
export type ProofWords = Record<ProofKey, string>;

const words = new Words<ProofKey>(en, { nl: () => import("../words/proof.nl"), fr: () => import("../words/proof.fr") });

export const loadProofWords = words.load;
export const p = words.say;
