import { expect, it } from "vitest";
import type { Box } from "../src/lib/boxes";
import { placeBubble } from "../src/lib/placing";

const PHONE: Box = { left: 0, top: 0, width: 390, height: 600 };
const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });
const apart = (a: Box, b: Box): boolean =>
  a.left + a.width <= b.left || b.left + b.width <= a.left || a.top + a.height <= b.top || b.top + b.height <= a.top;

it("lies at the bottom, near the line that asks, where nothing is in the way", () => {
  expect(placeBubble({ width: 384, height: 90 }, PHONE, [box(0, 0, 390, 300)], []).top).toBe(510);
});
it("goes up when what it speaks of is at the bottom", () => {
  const board = box(0, 330, 390, 270);
  expect(apart(placeBubble({ width: 384, height: 90 }, PHONE, [board], [box(0, 0, 390, 330)]), board)).toBe(true);
});
it("covers rather what can be touched than what it speaks of", () => {
  const named = [box(0, 0, 390, 250), box(0, 400, 390, 200)];
  const found = placeBubble({ width: 384, height: 90 }, PHONE, named, [box(0, 250, 390, 150)]);
  expect(named.every((part) => apart(found, part))).toBe(true);
});
it("finds the other side of a phone that lies", () => {
  const board = box(400, 0, 444, 390);
  expect(placeBubble({ width: 330, height: 110 }, box(0, 0, 844, 390), [board], []).left).toBe(0);
});
