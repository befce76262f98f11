import { beforeEach, describe, expect, it, vi } from "vitest";
import { followLinks, go, router } from "../src/lib/router.svelte";

interface Link {
  target?: string;
  download?: boolean;
  button?: number;
  ctrlKey?: boolean;
}

/** A click on a link to an address, and whether the app took it. */
function click(address: string, how: Link = {}): boolean {
  const url = new URL(address, "http://tegel.test/");
  const { pathname, search, hash, origin } = url;
  const link = { pathname, search, hash, origin, target: how.target ?? "", hasAttribute: () => how.download ?? false };
  const preventDefault = vi.fn();
  const { button = 0, ctrlKey = false } = how;
  followLinks({ button, ctrlKey, preventDefault, target: { closest: () => link } } as unknown as MouseEvent);
  return preventDefault.mock.calls.length > 0;
}

describe("links", () => {
  beforeEach(() => go("/"));

  it("stays in the app for its own pages", () => {
    expect(click("/rules?game=duel")).toBe(true);
    expect(router.path).toBe("/rules");
    expect(router.query.get("game")).toBe("duel");
  });

  it.each([
    ["another site", "https://example.org/rules", {}],
    ["the server's own answers", "/api/games/x/record", {}],
    ["a place on the same page", "/#page", {}],
    ["a download", "/record.txt", { download: true }],
    ["a new tab", "/rules", { target: "_blank" }],
    ["a click with a key", "/rules", { ctrlKey: true }],
    ["another mouse button", "/rules", { button: 1 }],
  ])("leaves %s to the browser", (_, address, how) => {
    expect(click(address, how)).toBe(false);
    expect(router.path).toBe("/");
  });
});
