import { describe, expect, it } from "vitest";
import { askedOf, type Asking } from "../src/play/asking";

const seat = (at: number, name: string, mine: boolean): object => ({ seat: at, name, mine, kind: mine ? "here" : "computer", left: null });
const twoSeats = [seat(0, "You", true), seat(1, "Ben", false)];

/** A turn of Duel that has several steps. */
const match = (turn: number, more: object = {}, seats = twoSeats): Asking =>
  ({
    session: { summary: { seats }, seat: 0 },
    base: { turn, over: false },
    facts: {},
    game: { prompt: () => "duel.ask.plate" },
    chooser: { active: false },
    ...more,
  }) as unknown as Asking;

describe("what is asked", () => {
  it("never says of the one who looks that they are to move", () => {
    expect(askedOf(match(0), false)).toBe(null);
    expect(askedOf(match(0, { waiting: true }), false)).toBe(null);
    expect(askedOf(match(1, { waiting: true }), false)).toBe(null);
  });
  it("names whom one waits for", () => {
    expect(askedOf(match(1), false)).toBe("Ben is to move.");
  });
  it("names everybody at a screen that several share", () => {
    const shared = [seat(0, "Anna", true), seat(1, "Ben", true)];
    expect(askedOf(match(0, {}, shared), false)).toBe("Anna is to move.");
  });
  it("says that one waits for an answer only once it takes long", () => {
    expect(askedOf(match(0, { waiting: true }), true)).not.toBe(null);
  });
});
