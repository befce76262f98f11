import { describe, expect, it, vi } from "vitest";
import vectors from "../../tests/data/fairness.json";
import { checkRecord, commitmentOf, hashOf, type Kept, keyOf, newNonce, readProof, toBytes, toDigits, verdict } from "../src/lib/fairness";
import { plainSha256, sha256 } from "../src/lib/sha256";

const kept: Kept = {
  promise: vectors.promise,
  seat: 0,
  nonce: vectors.nonces[0] ?? "",
  seen: vectors.commitments,
  keyHash: vectors.key_hash,
};
const text = (words: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(words));

describe("SHA-256", () => {
  it("is the same with and without the browser's help", async () => {
    expect(toDigits(plainSha256(text("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const bytes = text("x".repeat(length));
      expect(toDigits(plainSha256(bytes))).toBe(toDigits(await sha256(bytes)));
    }
  });

  it("works on a page over plain HTTP", async () => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(await hashOf(vectors.secret)).toBe(vectors.promise);
    vi.unstubAllGlobals();
  });
});

describe("the vectors shared with the server", () => {
  it("give the same commitments, key and hashes", async () => {
    expect(await hashOf(vectors.secret)).toBe(vectors.promise);
    for (const [seat, nonce] of vectors.nonces.entries())
      if (nonce) expect(await commitmentOf(vectors.promise, seat, nonce)).toBe(vectors.commitments[seat]);
    expect(await keyOf(vectors.secret, vectors.nonces)).toBe(vectors.key);
    expect(await hashOf(vectors.key)).toBe(vectors.key_hash);
  });

  it("are read from the record", () => {
    const { promise, secret, nonces, commitments, key, key_hash: keyHash } = vectors;
    expect(readProof(vectors.record)).toEqual({ players: 3, promise, secret, nonces, commitments, key, keyHash });
  });
});

describe("checking a record", () => {
  it("verifies one that is as it was promised", async () => {
    const found = await checkRecord(vectors.record, [kept]);
    expect(new Set(Object.values(found))).toEqual(new Set(["yes"]));
    expect(verdict(found)).toBe("verified");
  });

  it("tells what this browser cannot know", async () => {
    const found = await checkRecord(vectors.record, []);
    expect(found).toEqual({ promise: "unknown", secret: "yes", nonce: "unknown", commitments: "unknown", key: "yes", start: "unknown" });
    expect(verdict(found)).toBe("partly");
  });

  it.each([
    ["promise", { ...kept, promise: "00".repeat(32) }],
    ["nonce", { ...kept, nonce: "00".repeat(32) }],
    ["nonce", { ...kept, seat: 1 }],
    ["commitments", { ...kept, seen: [vectors.commitments[0] ?? null, null, "00".repeat(32)] }],
    ["start", { ...kept, keyHash: "00".repeat(32) }],
  ] as const)("finds another %s than was kept", async (check, other) => {
    const found = await checkRecord(vectors.record, [{ ...other, seen: [...(other.seen ?? [])] }]);
    expect(found[check]).toBe("no");
    expect(verdict(found)).toBe("failed");
  });

  it.each([
    ["secret", "secret", vectors.secret],
    ["key", "key", vectors.key],
    ["key", "hash", vectors.key_hash],
    ["commitments", "nonce 3", vectors.nonces[2] ?? ""],
  ] as const)("finds a record with a wrong %s", async (check, line, digits) => {
    const wrong = toDigits(toBytes(digits).map((byte, at) => (at === 5 ? byte ^ 1 : byte)));
    const found = await checkRecord(vectors.record.replace(`${line} ${digits}`, `${line} ${wrong}`), [kept]);
    expect(found[check]).toBe("no");
  });

  it("says of a record without a proof that it has none", async () => {
    const bare = vectors.record.replace(/^(promise|commitment|nonce|secret) .*\n/gm, "");
    expect(await checkRecord(bare, [])).toMatchObject({ secret: "unknown", key: "unknown" });
  });
});

it("makes nonces nobody can guess", () => {
  expect(newNonce()).toMatch(/^[0-9a-f]{64}$/);
  expect(newNonce()).not.toBe(newNonce());
});
