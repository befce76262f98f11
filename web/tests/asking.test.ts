import { describe, expect, it } from "vitest";
import { dayOf } from "../src/lib/clocks";
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
  it("says of somebody on vacation until when, and of others that they are away", () => {
    const now = Date.now();
    const missing = { seat: 1 };
    const waiting = (until: number | null): Asking => {
      const clocks = { left: [0, 0], running: 1, time: now, vacations: [null, until] };
      const session = { summary: { seats: twoSeats }, seat: 0, ahead: 0 };
      return match(1, { missing, session, base: { turn: 1, over: false, clocks } });
    };
    const week = now + 7 * 86_400_000;
    expect(askedOf(waiting(week), false)).toBe(`Ben is to move, and is on vacation until ${dayOf(week, "en")}.`);
    for (const until of [null, now - 1000]) expect(askedOf(waiting(until), false)).toBe("Ben is to move, but is away.");
  });
  it("names everybody at a screen that several share", () => {
    const shared = [seat(0, "Anna", true), seat(1, "Ben", true)];
    expect(askedOf(match(0, {}, shared), false)).toBe("Anna is to move.");
  });
  it("says that one waits for an answer only once it takes long", () => {
    expect(askedOf(match(0, { waiting: true }), true)).not.toBe(null);
  });
});
