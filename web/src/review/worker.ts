/** A thread of a review. Whoever wants it to stop ends it. */

import type { Files } from "../engine/messages";
import { type Answer, Desk, type Effort, type Question } from "./desk";
import type { MakeReview } from "./functions";

export interface Opening {
  type: "open";
  files: Files;
  /** The address of the translated functions. */
  functions: string;
  effort: Effort;
}
export type Asked = Opening | Question;
export type Told = { type: "opened" } | Answer | { type: "failed"; message: string };

let desk: Desk | null = null;
const tell = (told: Told): void => postMessage(told);

async function answer(asked: Asked): Promise<Told> {
  if (asked.type !== "open") return desk ? desk.answer(asked) : { type: "failed", message: "the review is not open" };
  const { makeReview } = (await import(/* @vite-ignore */ asked.functions)) as { makeReview: MakeReview };
  desk = await Desk.open(asked.files, makeReview, asked.effort);
  return { type: "opened" };
}

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  answer(data).then(tell, (error: unknown) => tell({ type: "failed", message: error instanceof Error ? error.message : String(error) }));
});
