/** The course of a review: who is asked what, and what comes of the answers. */

import type { Answer, Question } from "./desk";
import { type Decision, type Luck, type PlainMove, type PlainReview, revive, type ReviewFunctions, type Value } from "./functions";
import type { FinishedGame } from "./game";

export interface Worker {
  functions: ReviewFunctions;
  ask(asked: Question): Promise<Answer>;
}

/** What is heard of a review before it is done. */
export interface Listener {
  /** A move was looked at: in no order. */
  looked(move: PlainMove): void;
}

/** Look at every move and every draw of a game. */
export async function reviewGame({ functions, ask }: Worker, game: FinishedGame, { looked }: Listener): Promise<PlainReview> {
  const begin = ask({ type: "begin", start: game.start });
  const end = ask({ type: "end", state: game.final });
  const looks = game.steps.map(async (step): Promise<{ decision: Decision; luck: Luck | null }> => {
    const told = await ask({ type: "look", step });
    if (told.type !== "looked") throw new Error("a move was not looked at");
    const decision = revive(functions, told.decision);
    looked(functions.plain_decision(game.record.game, decision));
    return { decision, luck: told.luck };
  });
  const [begun, ended, ...found] = await Promise.all([begin, end, ...looks]);
  if (begun.type !== "begun" || ended.type !== "ended") throw new Error("the start or the end was not looked at");
  const { value, luck: setup } = begun;
  const luck = [...setup, ...found.flatMap((each) => (each.luck ? [each.luck] : []))];
  const final: Value = ended.value;
  return functions.plain_review(
    functions.Review(
      game.record,
      value,
      found.map(({ decision }) => decision),
      luck,
      final,
    ),
  );
}
