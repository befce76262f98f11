/** A review that the server makes, where this device has no engine: a line for each move as soon as it was looked at. */

import { Refused } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { Choice } from "../lib/types";
import type { PlainMove, PlainReview } from "./functions";

type Line =
  | { type: "begun"; count: number }
  /** The move played and the best one, in words too. */
  | { type: "looked"; move: PlainMove; shown: Choice[] }
  | { type: "done"; review: PlainReview };

/** The lines of an answer as they come. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + decoder.decode(read.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) yield rest;
}

/** Have a record reviewed; a `Refused` says why not. Who aborts is thought about no more. */
export async function reviewAtServer(
  text: string,
  looked: (move: PlainMove, shown: Choice[]) => void,
  signal: AbortSignal,
): Promise<PlainReview> {
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  const address = `/api/reviews?language=${settings.language}`;
  const answer = await fetch(address, { method: "POST", headers, body: text, signal }).catch(() => {
    throw new Refused("offline", "");
  });
  if (!answer.ok || !answer.body) {
    const said = (await answer.json().catch(() => ({}))) as { error?: string; say?: string };
    throw new Refused(said.error ?? "failed", said.say ?? `${answer.status}`);
  }
  for await (const line of linesOf(answer.body)) {
    const told = JSON.parse(line) as Line;
    if (told.type === "looked") looked(told.move, told.shown);
    else if (told.type === "done") return told.review;
  }
  throw new Refused("offline", "");
}
