import { afterEach, expect, it, vi } from "vitest";
import { Engine } from "../src/engine/client";
import type { Asked, SearchOrder } from "../src/engine/messages";

const PLAYERS = { network: "half precision\n", learned: { beyond: 10_000, long_from: 0, sure: true }, search: { per_second: 25_000 } };
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** What the searches of an analysis are told, in so many workers that find nothing. */
async function orders(workers: number, seed?: bigint): Promise<SearchOrder[]> {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    const said = address.endsWith(".json") ? JSON.stringify({ version: "1", games: ["azul"], players: PLAYERS }) : EMPTY_MODULE;
    return Promise.resolve(new Response(said));
  });
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      postMessage(order: Asked): void {
        asked.push(order);
        const told = order.type === "open" ? { type: "opened" } : { type: "found", moves: [], players: 2, done: 8, finished: true };
        queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data: { ...told, id: order.id } })));
      }
    },
  );
  const engine = await Engine.open("azul", { base: "/", workers });
  await engine.analyse({ state: new Uint8Array(1), seat: 0 }, { simulations: 90_000 }, undefined, seed);
  return asked.filter((order) => order.type === "search");
}

afterEach(() => vi.unstubAllGlobals());

it("shares an analysis out among its workers, who look beyond the horizon as early as one would", async () => {
  const three = await orders(3);
  expect(three.map(({ budget, settings }) => [budget.simulations, settings.beyond])).toEqual(Array(3).fill([30_000, 3334]));
  expect(new Set(three.map(({ seed }) => seed)).size).toBe(3);
  const one = await orders(3, 7n);
  expect(one.map(({ budget, settings, seed }) => [budget.simulations, settings.beyond, seed])).toEqual([[90_000, 10_000, 7n]]);
});
