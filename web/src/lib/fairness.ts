/**
 * Draws that nobody can steer, checked by this browser itself: docs/fairness.md. The server promises a secret, every person's browser adds
 * a number of its own (a nonce), of which it first shows only a hash (a commitment); the key of all draws is made of them all.
 */

import { sha256 } from "./sha256";

const KEY_SALT = "tegel key 1";
const COMMITMENT_SALT = "tegel commitment 1";
const NO_NONCE = "0".repeat(64);

export function toBytes(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
export const toDigits = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function hash(...parts: (string | Uint8Array)[]): Promise<string> {
  const all = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  const bytes = new Uint8Array(all.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return toDigits(await sha256(bytes));
}

export const newNonce = (): string => toDigits(crypto.getRandomValues(new Uint8Array(32)));
/** The hash of a secret, or of a key. */
export const hashOf = (digits: string): Promise<string> => hash(toBytes(digits));
export const commitmentOf = (promise: string, seat: number, nonce: string): Promise<string> =>
  hash(COMMITMENT_SALT, toBytes(promise), Uint8Array.of(seat), toBytes(nonce));
export const keyOf = (secret: string, nonces: (string | null)[]): Promise<string> =>
  hash(KEY_SALT, toBytes(secret), ...nonces.map((nonce) => toBytes(nonce ?? NO_NONCE)));

/** What a record says of how its key was made. */
export interface Proof {
  players: number;
  promise: string | null;
  secret: string | null;
  commitments: (string | null)[];
  nonces: (string | null)[];
  keyHash: string | null;
  key: string | null;
}

export function readProof(record: string): Proof {
  const proof: Proof = { players: 0, promise: null, secret: null, commitments: [], nonces: [], keyHash: null, key: null };
  let places = 0; // of a round whose tables share the key: nonces are of all of them
  for (const line of record.split("\n")) {
    const [word, first = "", second = ""] = line.split(" ");
    if (word === "moves" || word === "position") break;
    if (word === "player") proof.players += 1;
    else if (word === "round") places = Number(first);
    else if (word === "promise") proof.promise = first;
    else if (word === "secret") proof.secret = first;
    else if (word === "hash") proof.keyHash = first;
    else if (word === "key") proof.key = first;
    else if (word === "commitment") proof.commitments[Number(first) - 1] = second;
    else if (word === "nonce") proof.nonces[Number(first) - 1] = second;
  }
  const seats = [...Array(places || proof.players).keys()];
  return {
    ...proof,
    commitments: seats.map((seat) => proof.commitments[seat] ?? null),
    nonces: seats.map((seat) => proof.nonces[seat] ?? null),
  };
}

/** What this browser kept of a game while it was made and played. */
export interface Kept {
  promise: string;
  seat: number;
  nonce: string;
  /** All commitments, as they were shown before this browser showed its nonce. */
  seen: (string | null)[] | null;
  /** The hash of the key, as it was shown at the start. */
  keyHash: string | null;
}

/** Yes, no, or that there is nothing to compare with. */
export type Outcome = "yes" | "no" | "unknown";
export const CHECKS = ["promise", "secret", "nonce", "commitments", "key", "start"] as const;
export type Check = (typeof CHECKS)[number];
export type Outcomes = Record<Check, Outcome>;

const outcome = (right: boolean): Outcome => (right ? "yes" : "no");
const known = (condition: unknown, right: () => boolean): Outcome => (condition ? outcome(right()) : "unknown");

/** Everything a browser can check of a finished record without the rules: `kept` holds what it kept for each of its own seats. */
export async function checkRecord(record: string, kept: Kept[]): Promise<Outcomes> {
  const proof = readProof(record);
  const { promise, secret, key } = proof;
  const seen = kept.filter((each) => each.seen !== null);
  const started = kept.filter((each) => each.keyHash !== null);
  const fits = await Promise.all(
    proof.commitments.map(
      async (each, seat) => each === null || each === (await commitmentOf(promise ?? "", seat, proof.nonces[seat] ?? NO_NONCE)),
    ),
  );
  return {
    promise: known(kept.length, () => kept.every((each) => each.promise === promise)),
    secret: promise && secret ? outcome((await hashOf(secret)) === promise) : "unknown",
    nonce: known(kept.length, () => kept.every((each) => proof.nonces[each.seat] === each.nonce)),
    commitments: fits.includes(false) ? "no" : known(seen.length, () => seen.every((each) => same(each.seen ?? [], proof.commitments))),
    key: secret && key ? outcome((await keyOf(secret, proof.nonces)) === key && (await hashOf(key)) === proof.keyHash) : "unknown",
    start: known(started.length, () => started.every((each) => each.keyHash === proof.keyHash)),
  };
}

const same = (some: (string | null)[], others: (string | null)[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);

/** All in one word: a single "no" spoils it, and what could not be checked is not verified. */
export function verdict(outcomes: Outcomes): "verified" | "partly" | "failed" {
  const all = Object.values(outcomes);
  return all.includes("no") ? "failed" : all.includes("unknown") ? "partly" : "verified";
}
