/** Why one move is better than another: the same facts, ranking and sentences as in Python, from the compiled rules. */

import type { Facts } from "../lib/types";
import type { GameKit, StateBytes, ToldEvent } from "./game-kit";
import type { PlainRecord } from "./rules";

/** The first kind of event in every game: a move with no alternative was made. */
const FORCED = 0;

/** A fact about a move: its value, and what else a sentence names. */
export type Fact = Record<string, number>;

interface Reply {
  seat: number;
  gain: number;
  move: number;
}

/** A legal move as the translated functions look at it. */
export interface Look {
  seat: number;
  facts: Facts;
  parts: Record<string, unknown>;
  moved: unknown[];
  before: number[];
  points: number[];
  now: ToldEvent[];
  scored: ToldEvent[];
  reply: Reply | null;
}

/** A difference between two moves; `though` where it speaks for the other one. */
export interface Reason {
  name: string;
  better: Fact;
  other: Fact;
  weight: number;
  though: boolean;
}

export interface SaidReason extends Reason {
  say: string;
}

/** What speaks for one legal move rather than another, the weightiest first; nothing that the mover may not know matters. */
export function explain(
  kit: GameKit,
  state: StateBytes,
  [better, other]: [number, number],
  names: string[],
  language: string,
): SaidReason[] {
  const { facts, WORTH, PARTS, rank_reasons, say_reason } = kit.functions;
  if (!facts || !WORTH || !PARTS) return [];
  const replies = Object.hasOwn(WORTH, "reply");
  const [one, another] = [better, other].map((move) => facts(lookAt(kit, state, move, replies)));
  const found = rank_reasons(WORTH, PARTS, one ?? {}, another ?? {});
  return found.map((reason) => ({ ...reason, say: say_reason(kit.named, reason, names, language) }));
}

function lookAt(kit: GameKit, state: StateBytes, move: number, replies: boolean): Look {
  const { rules } = kit;
  const { turn, players } = sizes(rules.read(state));
  const scoredIn = (events: PlainRecord[]): ToldEvent[] => kit.named_events(events).filter(({ points }) => points !== 0);
  const now = rules.preview(state, -1, players);
  const then = rules.preview(state, move, players);
  return {
    seat: turn,
    facts: kit.functions.view(rules.read(rules.hide(state, turn))),
    parts: kit.showMove(move, "en").parts,
    moved: kit.movements(then.told.movements),
    before: now.points,
    points: then.points,
    now: scoredIn([...now.told.events, ...now.scored.events]),
    scored: scoredIn([...then.told.events, ...then.scored.events]),
    reply: replies ? bestReply(kit, state, move) : null,
  };
}

/** The answer of the next seat that gains most at once; none where the move does not simply lead to that seat's turn. */
function bestReply({ rules, functions }: GameKit, state: StateBytes, move: number): Reply | null {
  if (rules.reveals(state, move)) return null;
  const { turn, players } = sizes(rules.read(state));
  const { state: after, told } = rules.apply(rules.guess(state, turn), move);
  const record = rules.read(after);
  const seat = sizes(record).turn;
  const forced = told.events.some(({ kind }) => kind === FORCED);
  if (seat < 0 || seat === turn || forced || !functions.between_turns(functions.view(record))) return null;
  const pointsAfter = (answer: number): number => rules.pointsAfter(after, answer, players)[seat] ?? 0;
  const now = pointsAfter(-1);
  let best: Reply | null = null;
  for (const answer of rules.legal(after)) {
    const gain = pointsAfter(answer) - now;
    if (!best || gain > best.gain) best = { seat, gain, move: answer };
  }
  return best;
}

const sizes = (state: PlainRecord): { turn: number; players: number } => ({
  turn: Number(state["turn"]),
  players: Number(state["players"]),
});
