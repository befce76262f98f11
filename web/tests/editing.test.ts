import { describe, expect, it } from "vitest";
import type { Editing, Family, Place } from "../src/editing/description";
import { PositionText } from "../src/editing/text";

const family = (name: string, form: Family["form"], lines: string[], more: Partial<Family> = {}): Family => ({
  ...{ name, form, lines, pieces: ["tile"], which: 0, word: 0, at: 0, skip: 0, spot: name, ranges: {}, most: 0, empty: "-" },
  ...more,
});
const field = { name: "marker", lines: ["marker"], which: 0, word: 0, choices: ["centre", "1", "2"], least: 0, most: 0 };
const AZUL: Editing = {
  pieces: [{ name: "tile", texts: ["b", "y", "r"], each: 5, reserve: family("bag", "totals", ["bag"], { most: 5 }) }],
  places: [
    family("disc", "counts", ["discs"], { word: "disc", spot: "disc-{disc}", ranges: { disc: [0, 5] } }),
    family("line", "line", ["lines"], { which: "seat", word: "row", ranges: { seat: [0, 4], row: [0, 3] }, spot: "line-{seat}-{row}" }),
    family("wall", "cell", ["wall"], {
      which: "seat",
      at: "column",
      ranges: { seat: [0, 4], column: [0, 3] },
      spot: "wall-{seat}-{column}",
    }),
    family("floor", "row", ["floor"], { which: "seat", ranges: { seat: [0, 4] }, spot: "floor-{seat}" }),
  ],
  fields: [{ ...field, each_seat: false, rare: false, carries: ["*", "floor"] }],
};
const TEXT = "marker 1\nbag b1 y4 r5\ndiscs bb -\nlines b .. ...\nwall b..\nfloor *..\nlines . .. ...\nwall ...\nfloor y..\n";

const BLOCKERS: Editing = {
  pieces: [
    {
      ...{ name: "tile", texts: ["r1", "r2", "r3", "g1", "g2", "g3"], each: 1 },
      reserve: family("pile", "set", ["pile"], { which: "colour", word: 1, ranges: { colour: [0, 5] } }),
    },
  ],
  places: [
    family("cell", "word", ["A", "B"], { which: "row", word: "column", ranges: { row: [0, 2], column: [0, 2] }, empty: ".." }),
    family("rack", "set", ["rack"], { which: "colour", word: 1, ranges: { colour: [0, 5] }, spot: "rack-{colour}" }),
    family("captured", "list", ["captured"], { which: "seat", word: 1, ranges: { seat: [0, 5] }, spot: "captured-{seat}" }),
  ],
  fields: [],
};
const BOARD = "A r1 ..\nB .. ..\nrack r 2\npile r 3\nrack g 12\npile g -\ncaptured 1 g3\ncaptured 2 -\n";

const place = (text: PositionText, spot: string): Place => text.placesFor("tile").find((each) => each.spot === spot) as Place;
function after(change: (text: PositionText) => void, from = TEXT, editing = AZUL): string[] {
  const text = new PositionText(editing, from);
  change(text);
  const before = from.split("\n");
  return text.text.split("\n").filter((line, at) => line !== before[at]);
}
const tile = AZUL.pieces[0] as Editing["pieces"][number];
const block = BLOCKERS.pieces[0] as Editing["pieces"][number];

describe("a position's text", () => {
  it("has only the places that this number of players has", () => {
    const spots = new PositionText(AZUL, TEXT).placesFor("tile").map(({ spot }) => spot);
    expect(spots.filter((spot) => spot.startsWith("disc"))).toEqual(["disc-0", "disc-1"]);
    expect(spots.filter((spot) => spot.startsWith("floor"))).toEqual(["floor-0", "floor-1"]);
  });
  it("takes what is put somewhere from the bag, and gives back what makes way", () => {
    expect(after((text) => text.put(tile, "y", place(text, "disc-1")))).toEqual(["bag b1 y3 r5", "discs bb y"]);
    expect(after((text) => text.put(tile, "y", place(text, "wall-0-0")))).toEqual(["bag b2 y3 r5", "wall y.."]);
    expect(after((text) => text.put(tile, "r", place(text, "line-0-0")))).toEqual(["bag b2 y4 r4", "lines r .. ..."]);
    expect(after((text) => text.put(tile, "b", place(text, "line-0-2")))).toEqual(["bag b0 y4 r5", "lines b .. b.."]);
  });
  it("takes away what lies there already", () => {
    expect(after((text) => text.put(tile, "b", place(text, "wall-0-0")))).toEqual(["bag b2 y4 r5", "wall ..."]);
    expect(after((text) => text.take("r", place(text, "disc-0")))).toEqual(["bag b2 y4 r5", "discs b -"]);
    expect(after((text) => text.take("r", place(text, "floor-0")))).toEqual([]);
  });
  it("puts nothing where there is no room", () => {
    expect(after((text) => text.put(tile, "b", place(text, "line-0-0")))).toEqual([]);
  });
  it("counts, and balances the bag", () => {
    const text = new PositionText(AZUL, TEXT);
    expect(["b", "y", "r"].map((piece) => text.total(tile, piece))).toEqual([5, 5, 5]);
    const bag = text.reserveFor(tile, "b") as Place;
    text.setCount(bag, "b", 3);
    expect(text.total(tile, "b")).toBe(7);
    text.balance();
    expect(text.text).toBe(TEXT);
  });
  it("carries the marker to the seat that took it", () => {
    const marker = AZUL.fields[0] as Editing["fields"][number];
    expect(after((text) => text.setField(marker, 0, "2"))).toEqual(["marker 2", "floor ...", "floor y*."]);
    expect(after((text) => text.setField(marker, 0, "centre"))).toEqual(["marker centre", "floor ..."]);
  });
  it("has a piece that exists once in one place", () => {
    const moved = (spot: string, piece: string): string[] => after((text) => text.put(block, piece, place(text, spot)), BOARD, BLOCKERS);
    expect(moved("captured-1", "r1")).toEqual(["A .. ..", "captured 2 r1"]);
    expect(moved("captured-0", "r3")).toEqual(["pile r -", "captured 1 r3 g3"]);
    expect(moved("rack-0", "r3")).toEqual(["rack r 23", "pile r -"]);
    expect(moved("rack-0", "g1")).toEqual([]);
    expect(after((text) => text.take("g1", place(text, "rack-1")), BOARD, BLOCKERS)).toEqual(["rack g 2", "pile g 1"]);
  });
});
