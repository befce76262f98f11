import { describe, expect, it } from "vitest";
import { checkBudget, shared, within } from "../src/engine/budget";
import { addUp, pick, rank } from "../src/engine/choices";
import { numbersOf, type SearchConstants, type Settings } from "../src/engine/description";
import type { RootMove } from "../src/engine/engine-types";
import { readRecord, writeNumbers, type RecordLayout } from "../src/engine/layout";
import type { EngineModule } from "../src/engine/module";
import { loadNetworks, networkFor } from "../src/engine/network";
import { putPosition } from "../src/engine/position";
import { sliceAfter } from "../src/engine/slices";

const CONSTANTS = { considered: 0.03, known: 8, caution: 2, least_spread: 0.1 } as SearchConstants;

const root = (move: number, visits: number, worth: number, more: Partial<RootMove> = {}): RootMove => ({
  move,
  visits,
  prior: 0.5,
  worth: worth * visits,
  squares: visits * worth * worth,
  win: [worth * visits, (1 - worth) * visits],
  points: [10 * visits, 20 * visits],
  length: 1,
  line: [move, 0, 0],
  ...more,
});

describe("choices", () => {
  it("adds trees up by move", () => {
    const found = addUp([[root(3, 10, 0.5), root(4, 0, 0)], [root(3, 30, 0.7, { length: 2, line: [3, 9, 0] })]], 0, 2);
    const [three, four] = found;
    expect(three?.visits).toBe(40);
    expect(three?.win[0]).toBeCloseTo(0.65);
    expect(three?.points).toEqual([10, 20]);
    expect(three?.line).toEqual([3, 9]);
    expect(three?.share).toBe(1);
    expect(four?.visits).toBe(0);
  });

  it("ranks by visits, or by what is surely worth most", () => {
    const choices = addUp([[root(1, 30, 0.4), root(2, 20, 0.9), root(3, 2, 0.99)]], 0, 2);
    expect(rank(choices, false, CONSTANTS).map(({ move }) => move)).toEqual([1, 2, 3]);
    expect(rank(choices, true, CONSTANTS).map(({ move }) => move)).toEqual([2, 1, 3]);
  });

  it("picks the best, or where a level errs the likelier the less is given away", () => {
    const tried = [root(1, 30, 0.5), root(2, 10, 0.4), root(3, 0, 0), root(4, 20, 0.9, { prior: 0.001 })];
    const choices = rank(addUp([tried], 0, 2), false, CONSTANTS);
    const level = { simulations: 60, learned: 0, solves: false, temperature: 0 };
    expect(pick(choices, { ...level, care: [] }, 0.99, CONSTANTS)).toBe(1);
    // what was not tried, or looked bad at first sight, is not thought of; the others stand 1 to e^(-10 * 0.1)
    expect(pick(choices, { ...level, care: [10] }, 0.72, CONSTANTS)).toBe(1);
    expect(pick(choices, { ...level, care: [10] }, 0.74, CONSTANTS)).toBe(2);
    expect(pick(choices, { ...level, care: [10] }, 0.999, CONSTANTS)).toBe(2);
    expect(pick(choices, { ...level, care: [100] }, 0.999, CONSTANTS)).toBe(1);
    // the first number is for two players, the last for more than there are numbers
    expect(pick(choices, { ...level, care: [100, 10] }, 0.999, CONSTANTS)).toBe(1);
    const three = rank(addUp([tried.map((each) => ({ ...each, win: [...each.win, 0] }))], 0, 3), false, CONSTANTS);
    expect(pick(three, { ...level, care: [100, 10] }, 0.999, CONSTANTS)).toBe(2);
  });

  it("draws by first impressions with a temperature", () => {
    const choices = rank(addUp([[root(1, 30, 0.5), root(2, 10, 0.5)]], 0, 2), false, CONSTANTS);
    const level = { simulations: 60, learned: 0, solves: false, temperature: 1, care: [] };
    expect(pick(choices, level, 0.5, CONSTANTS)).toBe(1);
    expect(pick(choices, level, 0.9, CONSTANTS)).toBe(2);
  });
});

describe("budgets", () => {
  const settings: Settings = {
    lean: 0.02,
    sharpness: 1.5,
    beyond: 10_000,
    long: false,
    guided: true,
    sure: true,
    solve: 0,
    long_from: 5000,
  };

  it("of nothing are refused", () => {
    for (const budget of [{}, { simulations: 0 }, { simulations: 1.5 }, { seconds: 0 }]) {
      expect(() => checkBudget(budget)).toThrow("a search needs a budget");
    }
  });

  it("of a long search say so, and change no other setting", () => {
    const long = (budget: { simulations?: number; seconds?: number }) => within(settings, budget, 25_000).long;
    expect([long({ seconds: 1 }), long({ simulations: 5000 }), long({ simulations: 5000, seconds: 2 })]).toEqual([true, true, true]);
    expect([long({ seconds: 0.1 }), long({ simulations: 4999 }), long({ simulations: 9000, seconds: 0.1 })]).toEqual([false, false, false]);
    expect(numbersOf(within(settings, { seconds: 1 }, 25_000))).toEqual([0.02, 1.5, 10_000, 1, 1, 1, 0, 5000]);
    expect(within({ ...settings, long_from: 0 }, { seconds: 60 }, 25_000).long).toBe(false);
  });

  it("of several trees look beyond the horizon as early as one", () => {
    expect([1, 3, 4].map((trees) => shared(settings, trees).beyond)).toEqual([10_000, 3334, 2500]);
    expect(shared({ ...settings, beyond: 0 }, 4)).toEqual({ ...settings, beyond: 0 });
  });
});

describe("records", () => {
  const layout: RecordLayout = {
    size: 24,
    fields: {
      key: { at: 0, type: "u8", shape: [1] },
      turn: { at: 8, type: "i1" },
      boards: {
        at: 10,
        shape: [2],
        record: { size: 4, fields: { score: { at: 0, type: "i2" }, wall: { at: 2, type: "i1", shape: [2] } } },
      },
    },
  };

  it("reads what was written", () => {
    const view = new DataView(new ArrayBuffer(48));
    writeNumbers(view, 24, layout.fields["key"] as RecordLayout["fields"][string], [2n ** 63n]);
    view.setInt8(24 + 8, -1);
    view.setInt16(24 + 14, -7, true);
    expect(readRecord(view, 24, layout)).toEqual({
      key: [2n ** 63n],
      turn: -1,
      boards: [
        { score: 0, wall: [0, 0] },
        { score: -7, wall: [0, 0] },
      ],
    });
  });
});

describe("slices", () => {
  it("grow while they are quick, and shrink when they are not", () => {
    expect(sliceAfter(8, 1)).toBe(16);
    expect(sliceAfter(1000, 120)).toBe(100);
    expect(sliceAfter(4, 400)).toBe(1);
    expect(sliceAfter(4096, 0)).toBe(4096);
  });
});

describe("networks", () => {
  const header = "tegel network azul 12ab\n";
  const file = (first: string, numbers: number[]): Uint8Array => new Uint8Array([...new TextEncoder().encode(first), ...numbers]);

  /** A module whose networks are two numbers, and what was unpacked into it. */
  const fake = (networks: number): { module: EngineModule; unpacked: number[][] } => {
    const memory = new Uint8Array(64);
    const unpacked: number[][] = [];
    let free = 0;
    const take = (size: number): number => (free += size) - size;
    const module = {
      description: { game: "azul", players: { network: header, networks } },
      sizeOf: () => 8,
      take,
      takeRecord: () => take(8),
      bytes: (at: number, size: number) => memory.subarray(at, at + size),
      entries: { unpack_network: (at: number, _to: number, count: number) => unpacked.push([...memory.slice(at, at + 2 * count)]) },
      get mark() {
        return free;
      },
      release: (mark: number) => (free = mark),
    } as unknown as EngineModule;
    return { module, unpacked };
  };

  it("are refused when they were made for other inputs, or are cut off", () => {
    const other = header.replace("12ab", "34cd");
    expect(() => loadNetworks(fake(1).module, file(other, [1, 2, 3, 4]))).toThrow(
      'this network does not fit the engine of azul: it begins with "tegel network azul 34cd", not with "tegel network azul 12ab"',
    );
    expect(() => loadNetworks(fake(1).module, file(header, [1, 2, 3]))).toThrow("this network has 3 bytes of weights, not 4");
    expect(() => loadNetworks(fake(2).module, file(header, [1, 2, 3, 4]))).toThrow("this network has 4 bytes of weights, not 8");
  });

  it("for two players and for more are another's, or the same", () => {
    const two = fake(2);
    const networks = loadNetworks(two.module, file(header, [1, 2, 3, 4, 5, 6, 7, 8]));
    expect(two.unpacked).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
    expect([2, 3, 4].map((players) => networkFor(networks, players))).toEqual([networks[0], networks[1], networks[1]]);
    expect(new Set(networks.flatMap(({ network, workspace }) => [network, workspace])).size).toBe(4);
    const one = loadNetworks(fake(1).module, file(header, [1, 2, 3, 4]));
    expect([2, 5].map((players) => networkFor(one, players))).toEqual([one[0], one[0]]);
    expect(networkFor([], 2)).toBeUndefined();
  });
});

describe("positions", () => {
  /** A module whose `hide` wipes the second byte, which nobody may know. */
  const fake = (memory: Uint8Array): EngineModule =>
    ({
      description: { game: "azul", constants: { checks: [] } },
      sizeOf: () => 2,
      takeRecord: () => 0,
      bytes: () => memory,
      read: () => 1,
      entries: { check: () => 0, hide: () => memory.fill(0, 1) },
    }) as unknown as EngineModule;

  it("are hidden from their seat before anything thinks about them", () => {
    const memory = new Uint8Array(2);
    putPosition(fake(memory), { state: Uint8Array.of(5, 99), seat: 1 });
    expect([...memory]).toEqual([5, 0]);
  });
});
