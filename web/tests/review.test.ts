import { describe, expect, it } from "vitest";
import type { Answer, Question } from "../src/review/desk";
import type { Decision, Parts, PlainMove, PlainReview, ReviewFunctions } from "../src/review/functions";
import type { FinishedGame } from "../src/review/game";
import { reviewGame } from "../src/review/reviewing";
import { barsOf, spanOf, tellStory } from "../src/review/story";

const PARTS: Parts = {
  start: [0.5, 0.5],
  luck: [0.12, -0.12],
  errors: [-0.09, -0.2],
  gifts: [0.2, 0.09],
  rest: [0.27, -0.27],
  result: [1, 0],
  given: [
    [-0.09, 0.09],
    [0.2, -0.2],
  ],
};

describe("the story of a game", () => {
  it("is one sentence, for oneself and for others", () => {
    expect(tellStory(PARTS, 0, ["Anna", "Ben"], true)).toBe(
      "The tiles gave you 12 percentage points, your moves cost 9, Ben's mistakes gave you 20.",
    );
    expect(tellStory(PARTS, 1, ["Anna", "Ben"], false)).toBe(
      "The tiles took 12 percentage points from Ben, Ben's moves cost 20, Anna's mistakes gave Ben 9.",
    );
  });

  it("says nothing of what is nothing", () => {
    const quiet = { ...PARTS, luck: [0.001, 0], errors: [0, 0], gifts: [-0.05, 0.004] };
    expect(tellStory(quiet, 0, ["A", "B", "C"], true)).toBe(
      "The tiles gave you nothing and took nothing, the others' moves took 5 percentage points from you.",
    );
  });

  it("draws the longest bar to its end, losses to the left", () => {
    const bars = barsOf(PARTS, 0);
    expect(bars.map(({ name }) => name)).toEqual(["luck", "errors", "gifts"]);
    expect(spanOf(bars, 0.2)).toEqual({ left: 50, width: 50 });
    const { left, width } = spanOf(bars, -0.09);
    expect(left + width).toBeCloseTo(50);
    expect(width).toBeCloseTo(22.5);
  });
});

describe("the course of a review", () => {
  const state = new Uint8Array(1);
  const game = {
    start: { options: state, state, viewer: null },
    steps: [1, 2].map((ply) => ({ ply, before: state, move: ply, after: state })),
    final: state,
    record: { game: { name: "azul", code: String }, names: [], points: [] },
  } satisfies FinishedGame;
  const functions = {
    Decision: (...[ply, seat]: number[]) => ({ ply, seat }) as Decision,
    Review: (...[, start, decisions, luck]: unknown[]) => ({ start, decisions, luck }),
    plain_decision: (_: unknown, { ply }: Decision) => ({ ply }) as PlainMove,
    plain_review: (found: object) => found as PlainReview,
  } as unknown as ReviewFunctions;
  const luck = (ply: number) => ({ ply, win: [], points: [], error: [], exact: false });

  function answer(asked: Question): Answer {
    if (asked.type === "begin") return { type: "begun", value: { win: [1], points: [2] }, luck: [luck(0)] };
    if (asked.type === "end") return { type: "ended", value: { win: [0], points: [0] } };
    if (asked.type !== "look") throw new Error("nobody asked");
    return { type: "looked", decision: { ply: asked.step.ply } as Decision, luck: asked.step.ply === 2 ? luck(2) : null };
  }

  it("tells of each move at once, and puts everything in order", async () => {
    const told: number[] = [];
    const ask = async (asked: Question): Promise<Answer> => {
      if (asked.type === "look" && asked.step.ply === 1) await new Promise((done) => setTimeout(done));
      return answer(asked);
    };
    const found = (await reviewGame({ functions, ask }, game, { looked: ({ ply }) => told.push(ply) })) as unknown as {
      decisions: Decision[];
      luck: { ply: number }[];
    };
    expect(told).toEqual([2, 1]);
    expect(found.decisions.map(({ ply }) => ply)).toEqual([1, 2]);
    expect(found.luck.map(({ ply }) => ply)).toEqual([0, 2]);
  });

  it("ends with the error of a thread", async () => {
    const ask = (): Promise<Answer> => Promise.reject(new Error("a thread stopped"));
    await expect(reviewGame({ functions, ask }, game, { looked: () => undefined })).rejects.toThrow("a thread stopped");
  });
});
