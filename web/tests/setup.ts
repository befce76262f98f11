/** What the app's modules ask of a browser as they are loaded: just enough of it to run their logic in Node. */

import { vi } from "vitest";

const media = { matches: false, addEventListener: () => {} };
const kept = new Map<string, string>();

Object.assign(globalThis, {
  location: new URL("http://tegel.test/"),
  history: {
    pushState: (_: unknown, __: string, address: string) => move(address),
    replaceState: (_: unknown, __: string, address: string) => move(address),
  },
  addEventListener: () => {},
  scrollTo: () => {},
  matchMedia: () => media,
  localStorage: {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  },
});

vi.stubGlobal("navigator", { languages: ["en"] });

function move(address: string): void {
  Object.assign(globalThis, { location: new URL(address, location.href) });
}
