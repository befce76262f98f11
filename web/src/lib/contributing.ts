/** This browser's part in the draws of a game: its nonce is made, kept, committed to and shown, without anybody having to think of it. */

import { commitmentOf, newNonce, type Kept } from "./fairness";
import type { SeatSummary, Summary } from "./types";

const PLACE = "tegel.draws";
const MOST = 300;

type Shelf = Record<string, Kept>;
const label = (promise: string, seat: number): string => `${promise}/${seat}`;

function shelf(): Shelf {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Shelf;
  } catch {
    return {};
  }
}

/** Keep something for a seat; what was kept longest ago goes when there is too much. */
export function keep(kept: Kept): Kept {
  const name = label(kept.promise, kept.seat);
  const { [name]: _, ...others } = shelf();
  localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries([...Object.entries(others), [name, kept] as const].slice(-MOST))));
  return kept;
}

export const keptFor = (promise: string, seat: number): Kept | null => shelf()[label(promise, seat)] ?? null;
/** What was kept for all seats of a game. */
export const keptOf = (promise: string): Kept[] => Object.values(shelf()).filter((kept) => kept.promise === promise);

/** A nonce for a seat, the same one if it was asked for before, and what is shown of it at first. */
export async function prepare(promise: string, seat: number): Promise<{ nonce: string; commitment: string }> {
  const kept = keptFor(promise, seat) ?? keep({ promise, seat, nonce: newNonce(), seen: null, keyHash: null });
  return { nonce: kept.nonce, commitment: await commitmentOf(promise, seat, kept.nonce) };
}

/** What goes with a new game. Who plays alone shows the nonce at once; with others it is shown when all have committed. */
export async function contribution(promise: string, seats: { kind: string }[]): Promise<{ commitment?: string; nonce?: string }> {
  const seat = seats.findIndex((each) => each.kind === "here");
  if (seat < 0) return {};
  const { nonce, commitment } = await prepare(promise, seat);
  if (seats.some((each) => each.kind === "link")) return { commitment };
  keep({ promise, seat, nonce, seen: seats.map((_, at) => (at === seat ? commitment : null)), keyHash: null });
  return { commitment, nonce };
}

const mine = (summary: Summary): SeatSummary[] => summary.seats.filter((seat) => seat.mine && seat.kind !== "computer");

/** Whether everybody has shown what they commit to, so that nonces may be shown. */
export const committed = (summary: Summary): boolean => summary.seats.every((seat) => seat.taken && seat.owes !== "commitment");

/** Whether a seat of ours waits for a nonce that this browser no longer has, or never had. */
export const isLost = (summary: Summary, seat: SeatSummary): boolean =>
  seat.mine && seat.owes === "nonce" && summary.promise !== null && keptFor(summary.promise, seat.seat) === null;

type Ask = (type: string, fields: Record<string, unknown>) => Promise<unknown>;

/** Do what the game waits for from this browser, and keep what will be needed to check it. */
export async function contribute(summary: Summary, ask: Ask): Promise<void> {
  const promise = summary.promise;
  if (promise === null) return;
  if (summary.key_hash !== null) {
    for (const kept of keptOf(promise)) if (kept.keyHash === null) keep({ ...kept, keyHash: summary.key_hash });
    return;
  }
  if (summary.status !== "waiting") return;
  for (const seat of mine(summary).filter((each) => each.owes === "commitment")) {
    const { commitment } = await prepare(promise, seat.seat);
    await ask("commit", { seat: seat.seat, commitment });
  }
  if (committed(summary)) for (const seat of mine(summary).filter((each) => each.owes === "nonce")) await show(promise, seat, summary, ask);
}

/** Show a nonce, once all commitments are kept to compare the record with. */
async function show(promise: string, seat: SeatSummary, summary: Summary, ask: Ask): Promise<void> {
  const kept = keptFor(promise, seat.seat);
  if (kept === null || (await commitmentOf(promise, seat.seat, kept.nonce)) !== seat.commitment) return;
  if (kept.seen === null) keep({ ...kept, seen: summary.seats.map((each) => each.commitment) });
  await ask("reveal", { seat: seat.seat, nonce: kept.nonce });
}
