import { expect, it } from "vitest";
import { awayUntil, CLOCKS, figuresOf, leftAt, timeParts, usual } from "../src/lib/clocks";

const clocks = { left: [840_000, 900_000], running: 0, time: 1_000_000 };

it("counts from when the turn began, whenever that is told", () => {
  expect(leftAt(clocks, 0, 1_000_000)).toBe(840_000);
  expect(leftAt(clocks, 0, 1_014_000)).toBe(826_000);
});
it("lets the others' time stand still", () => {
  expect(leftAt(clocks, 1, 1_014_000)).toBe(900_000);
});
it("never goes below nothing, nor above what there was", () => {
  expect(leftAt(clocks, 0, 9_000_000)).toBe(0);
  expect(leftAt(clocks, 0, 900_000)).toBe(840_000);
});
it("lets a clock stand still until a vacation ends", () => {
  const still = { left: [840_000, 900_000], running: 0, time: 5_000_000, vacations: [5_000_000, null] };
  expect(leftAt(still, 0, 4_000_000)).toBe(840_000);
  expect(leftAt(still, 0, 5_010_000)).toBe(830_000);
  expect(awayUntil(still, 0, 4_000_000)).toBe(5_000_000);
  expect(awayUntil(still, 0, 5_010_000)).toBe(null);
  expect(awayUntil(still, 1, 4_000_000)).toBe(null);
});
it("offers 1, 2, 3, 5, 7 and 14 days", () => {
  expect(CLOCKS.days.map((clock) => figuresOf(clock).days)).toEqual([1, 2, 3, 5, 7, 14]);
  expect(figuresOf(usual("days")).days).toBe(3);
});
it("tells days from two on", () => {
  expect(timeParts(172_800_000)).toEqual({ days: 2, hours: 0, minutes: 0, seconds: 0 });
  expect(timeParts(172_799_000)).toEqual({ days: 0, hours: 47, minutes: 59, seconds: 59 });
  expect(timeParts(3 * 86_400_000 + 5 * 3_600_000)).toMatchObject({ days: 3, hours: 5 });
});
