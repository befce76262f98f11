import { describe, expect, it } from "vitest";
import { contribute, contribution, isLost, keptFor, keptOf, prepare } from "../src/lib/contributing";
import { commitmentOf, newNonce } from "../src/lib/fairness";
import type { SeatSummary, Summary } from "../src/lib/types";

type Asked = { type: string; fields: Record<string, unknown> };

const seat = (at: number, more: Partial<SeatSummary>): SeatSummary => ({
  seat: at,
  kind: at === 0 ? "here" : "link",
  name: `${at}`,
  player: null,
  taken: true,
  mine: at === 0,
  left: null,
  commitment: null,
  owes: null,
  ...more,
});
const summary = (promise: string, seats: SeatSummary[], more: Partial<Summary> = {}): Summary =>
  ({ game: "g", status: "waiting", promise, key_hash: null, seats, ...more }) as Summary;

async function asked(about: Summary): Promise<Asked[]> {
  const all: Asked[] = [];
  await contribute(about, async (type, fields) => void all.push({ type, fields }));
  return all;
}

describe("this browser's part in the draws", () => {
  it("commits alone where others play, and with the nonce where nobody does", async () => {
    const [promise, other] = [newNonce(), newNonce()];
    const among = await contribution(promise, [{ kind: "computer" }, { kind: "here" }, { kind: "link" }]);
    const kept = keptFor(promise, 1);
    expect(among).toEqual({ commitment: await commitmentOf(promise, 1, kept?.nonce ?? "") });
    expect(kept?.seen).toBeNull();
    const alone = await contribution(other, [{ kind: "here" }, { kind: "computer" }]);
    expect(alone.nonce).toBe(keptFor(other, 0)?.nonce);
    expect(keptFor(other, 0)?.seen).toEqual([alone.commitment, null]);
    expect(await contribution(newNonce(), [{ kind: "computer" }])).toEqual({});
  });

  it("keeps one nonce for a seat, however often it is asked for", async () => {
    const promise = newNonce();
    expect(await prepare(promise, 0)).toEqual(await prepare(promise, 0));
    expect((await prepare(promise, 0)).nonce).not.toBe((await prepare(promise, 1)).nonce);
  });

  it("commits when a rematch waits for it", async () => {
    const promise = newNonce();
    const found = await asked(summary(promise, [seat(0, { owes: "commitment" }), seat(1, { owes: "commitment" })]));
    expect(found).toEqual([{ type: "commit", fields: { seat: 0, commitment: (await prepare(promise, 0)).commitment } }]);
  });

  it("shows its nonce only when everybody is there and has committed, and keeps what they committed to", async () => {
    const promise = newNonce();
    const { nonce, commitment } = await prepare(promise, 0);
    const own = seat(0, { commitment, owes: "nonce" });
    expect(await asked(summary(promise, [own, seat(1, { taken: false })]))).toEqual([]);
    expect(await asked(summary(promise, [own, seat(1, { owes: "commitment" })]))).toEqual([]);
    const others = "ab".repeat(32);
    expect(await asked(summary(promise, [own, seat(1, { commitment: others, owes: "nonce" })]))).toEqual([
      { type: "reveal", fields: { seat: 0, nonce } },
    ]);
    expect(keptFor(promise, 0)?.seen).toEqual([commitment, others]);
    await asked(summary(promise, [own, seat(1, { commitment: "cd".repeat(32), owes: "nonce" })]));
    expect(keptFor(promise, 0)?.seen).toEqual([commitment, others]);
  });

  it("shows nothing for a commitment that is not its own", async () => {
    const promise = newNonce();
    await prepare(promise, 0);
    expect(await asked(summary(promise, [seat(0, { commitment: "ab".repeat(32), owes: "nonce" })]))).toEqual([]);
    const strange = summary(newNonce(), [seat(0, { commitment: "ab".repeat(32), owes: "nonce" })]);
    expect(await asked(strange)).toEqual([]);
    expect(isLost(strange, strange.seats[0] as SeatSummary)).toBe(true);
  });

  it("keeps the first fingerprint of the key that it sees", async () => {
    const promise = newNonce();
    await prepare(promise, 0);
    const running = { status: "running", key_hash: "11".repeat(32) } as const;
    expect(await asked(summary(promise, [seat(0, {})], running))).toEqual([]);
    await asked(summary(promise, [seat(0, {})], { ...running, key_hash: "22".repeat(32) }));
    expect(keptOf(promise).map((each) => each.keyHash)).toEqual(["11".repeat(32)]);
  });
});
