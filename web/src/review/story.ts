/** What a game was made of for one seat, as bars and as one sentence. */

import type { Parts } from "./functions";
import { r, type ReviewKey } from "./words.svelte";

export interface Bar {
  name: "luck" | "errors" | "gifts";
  share: number;
}

/** What a child can see: three bars. */
export function barsOf(parts: Parts, seat: number): Bar[] {
  const part = (numbers: number[]): number => numbers[seat] ?? 0;
  return [
    { name: "luck", share: part(parts.luck) },
    { name: "errors", share: part(parts.errors) },
    { name: "gifts", share: part(parts.gifts) },
  ];
}

/** Where a bar lies, in percent of the width: from the middle to one side, the longest one to its end. */
export function spanOf(bars: readonly Bar[], share: number): { left: number; width: number } {
  const most = Math.max(0.01, ...bars.map((bar) => Math.abs(bar.share)));
  const width = (50 * Math.abs(share)) / most;
  return { left: share < 0 ? 50 - width : 50, width };
}

const direction = (part: number): "up" | "down" | "even" => (Math.round(100 * part) === 0 ? "even" : part > 0 ? "up" : "down");

/** The only other player's name; nothing where there are more. */
export const otherOf = (names: readonly string[], seat: number): string => (names.length === 2 ? (names[1 - seat] ?? "") : "");

/**
 * "The tiles gave you 12 percentage points, your moves cost 9, the others' mistakes gave you 20." Nothing is said of what is nothing, and
 * what the numbers are is said with the first.
 */
export function tellStory(parts: Parts, seat: number, names: readonly string[], own: boolean): string {
  const [name, other] = [names[seat] ?? "", otherOf(names, seat)];
  const [luck, errors, gifts] = barsOf(parts, seat).map((bar) => bar.share) as [number, number, number];
  const key = (rest: string): ReviewKey => `review.said.${own ? "" : "other."}${rest}` as ReviewKey;
  let first = true;
  const points = (part: number): string => {
    const count = Math.abs(Math.round(100 * part));
    const told = first ? r("review.points", { count }) : String(count);
    first = false;
    return told;
  };
  const said = [r(key(`luck.${direction(luck)}`), { name, luck: direction(luck) === "even" ? "" : points(luck) })];
  if (direction(errors) !== "even") said.push(r(key("errors"), { name, errors: points(errors) }));
  if (direction(gifts) !== "even")
    said.push(r(key(`gifts.${other && gifts > 0 ? "one" : direction(gifts)}`), { name, other, gifts: points(gifts) }));
  return `${said.join(", ")}.`;
}
