import { describe, expect, it } from "vitest";
import { azulLayout, discsOf, offerLayout } from "../src/games/azul/layout";
import { blockersLayout } from "../src/games/blockers/layout";
import { duelLayout } from "../src/games/duel/layout";
import { boardColumn, shapeOf, TOUCH } from "../src/lib/layout";

/** Phones, as the table sees them: upright without the line that asks, on their side the whole screen; and the room the bars take there. */
const UPRIGHT: [number, number][] = [
  [386, 614],
  [371, 503],
  [356, 590],
];
const LYING: [number, number][] = [
  [840, 386],
  [663, 371],
];
const BARS = 86;
const STRIP = 38;

describe("the shape of a table", () => {
  it("follows the room", () => {
    expect(UPRIGHT.map(([width, height]) => shapeOf(width, height))).toEqual(["portrait", "portrait", "portrait"]);
    expect(LYING.map(([width, height]) => shapeOf(width, height))).toEqual(["landscape", "landscape"]);
    expect(shapeOf(1100, 730)).toBe("desk");
  });
});

describe("a finger finds everything", () => {
  it.each([2, 3, 4])("in Azul with %i players", (players) => {
    for (const [width, height] of [...UPRIGHT, ...LYING]) {
      const { shape, u } = azulLayout(width, height, players);
      const board = u * 5.86 + 53;
      const offer: [number, number] =
        shape === "portrait" ? [width, height - STRIP - board - 6] : [width - boardColumn(width), height - STRIP - BARS - 3];
      expect(u, `line at ${width} x ${height}`).toBeGreaterThanOrEqual(TOUCH - 0.5);
      expect(offerLayout(...offer, discsOf(players)).t, `disc at ${width} x ${height}`).toBeGreaterThanOrEqual(TOUCH - 0.5);
    }
  });

  it("in Azul Duel", () => {
    for (const [width, height] of [...UPRIGHT, ...LYING]) {
      const { u, t, p } = duelLayout(width, height, BARS);
      expect(Math.min(u, t, p), `${width} x ${height}`).toBeGreaterThanOrEqual(TOUCH - 0.5);
    }
  });

  it("and in a replay of Azul Duel, where nothing is touched, the tiles on the factories can still be told apart", () => {
    const { t } = duelLayout(386, 430, 0, true);
    expect(t).toBeGreaterThanOrEqual(24);
    expect(duelLayout(386, 430, 0).t, "which were sacrificed to the dome").toBeLessThan(t);
  });

  it("and in a room that is too small for Azul Duel nothing is turned inside out", () => {
    const { t, p } = duelLayout(419, 336, 0);
    expect(Math.min(t, p)).toBeGreaterThan(0);
  });

  it.each([2, 3, 4, 5])("in Blockers! with %i players", (players) => {
    for (const [width, height] of [...UPRIGHT, ...LYING]) {
      const { u, r } = blockersLayout(width, height, players);
      expect(Math.min(u, r), `${width} x ${height}`).toBeGreaterThanOrEqual(TOUCH - 0.5);
    }
  });
});

describe("a wide screen", () => {
  it.each([2, 3, 4])("is used in Azul with %i players", (players) => {
    const { u, o, ring } = azulLayout(1100, 730, players);
    expect(ring / { 2: 8.9, 3: 9.6, 4: 11.3 }[players]!).toBeGreaterThanOrEqual(40);
    expect(u).toBeGreaterThanOrEqual(44);
    expect(o).toBeGreaterThanOrEqual(20);
  });
});
