/** What decided a game: by how much it was won, or what settled it between two who had the same points. */

import type { AzulFacts } from "../games/azul/facts";
import type { BlockersFacts } from "../games/blockers/facts";
import { isGame } from "../lib/games";
import type { Facts, GameName, Result } from "../lib/types";

export type Decision =
  | { by: "points"; margin: number }
  /** Equal points; the next count decides, and here are both. */
  | { by: "rows" | "captured"; points: number; first: number; second: number }
  | { by: "start"; points: number }
  /** Nothing decides. */
  | { by: "nothing"; points: number }
  | { by: "resigning" };

const wholeRows = (facts: AzulFacts, seat: number): number =>
  facts.boards[seat]?.wall.filter((row) => row.every((tile) => tile !== null)).length ?? 0;

const captured = (facts: BlockersFacts, seat: number): number => facts.captured[seat]?.length ?? 0;

/** What each game looks at when points are equal. */
const tieBreaks: Record<GameName, (facts: Facts, points: number, first: number, second: number) => Decision> = {
  azul: (facts, points, first, second) => {
    const azul = facts as AzulFacts;
    return { by: "rows", points, first: wholeRows(azul, first), second: wholeRows(azul, second) };
  },
  duel: (_facts, points) => ({ by: "start", points }),
  blockers: (facts, points, first, second) => {
    const blockers = facts as BlockersFacts;
    return { by: "captured", points, first: captured(blockers, first), second: captured(blockers, second) };
  },
};

/** What put the winner before the next; null in a game of one, and where a game that this app does not know decides a tie. */
export function decisionOf(name: string, facts: Facts, { points, places }: Result, resigned: readonly number[]): Decision | null {
  const order = places.map((_, seat) => seat).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const [first, second] = order;
  if (first === undefined || second === undefined) return null;
  if (resigned.includes(second)) return { by: "resigning" };
  const [most = 0, next = 0] = [points[first], points[second]];
  if (places[second] === 1) return { by: "nothing", points: most };
  if (most !== next) return { by: "points", margin: Math.abs(most - next) };
  return isGame(name) ? tieBreaks[name](facts, most, first, second) : null;
}
