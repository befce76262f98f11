/** The sentence that tells the player what is asked now, or whom one waits for. */

import { awayUntil, dayOf } from "../lib/clocks";
import { marked, ownSeat } from "../lib/people";
import { settings } from "../lib/settings.svelte";
import { say, t } from "../lib/words.svelte";
import type { Match } from "./match.svelte";

/** What of a match the sentence depends on. */
export type Asking = Pick<
  Match,
  "session" | "base" | "facts" | "game" | "busy" | "asker" | "asking" | "whole" | "lost" | "missing" | "waiting" | "chooser"
>;

export const turnNameOf = ({ session, base }: Pick<Match, "session" | "base">): string =>
  marked(session.summary?.seats[base?.turn ?? -1] ?? { name: "" });

/** Whom everybody waits for: away, or on vacation until some day. */
function missingOf({ session, base }: Asking, seat: number): string {
  const name = turnNameOf({ session, base });
  const until = base?.clocks ? awayUntil(base.clocks, seat, Date.now() + session.ahead) : null;
  return until === null ? t("play.missing", { name }) : t("play.holiday", { name, date: dayOf(until, settings.language) });
}

/** The sentence, or null where the last one stays: between two steps of one's own turn nobody else is to move. */
export function askedOf(match: Asking, slow: boolean): string | null {
  const { base, facts, game } = match;
  if (!base || !facts || !game) return t("play.loading");
  if (match.busy) return t("play.watch");
  if (base.over) return t("play.over");
  if (match.asker) return t("play.undoasked", { name: match.asker.name });
  if (match.asking) return t("play.undowaits");
  if (match.whole) return match.whole.reveals ? t("play.confirmfinal") : t("play.confirm");
  if (match.lost) return t(`play.lost.${match.lost.left ?? "left"}`);
  if (match.missing) return missingOf(match, match.missing.seat);
  if (match.waiting) return slow ? t("play.sending") : null;
  if (match.chooser.active) return say(game.prompt(facts, match.chooser));
  const { summary } = match.session;
  if (summary && base.turn === ownSeat(summary)) return null;
  return t("play.turnof", { name: turnNameOf(match) });
}
