/** What searches found at the root: trees added up by move, ranked, and one picked as a level does. The same as in Python. */

import type { Level, SearchConstants } from "./description";
import type { RootMove } from "./engine-types";

/** A move, and what is to be expected of it. */
export interface Choice {
  move: number;
  visits: number;
  share: number;
  prior: number;
  worth: number;
  win: number[];
  points: number[];
  error: number;
  line: number[];
}

function sums(rows: number[][]): number[] {
  return (rows[0] ?? []).map((_, at) => rows.reduce((total, row) => total + (row[at] ?? 0), 0));
}

/** Trees added up: a choice for each move, in no order. */
export function addUp(trees: RootMove[][], seat: number, players: number): Choice[] {
  const byMove = new Map<number, RootMove[]>();
  for (const root of trees.flat()) byMove.set(root.move, [...(byMove.get(root.move) ?? []), root]);
  const all = trees.flat();
  const done = all.reduce((total, { visits }) => total + visits, 0);
  const likelihood = all.reduce((total, { prior }) => total + prior, 0);
  return [...byMove].map(([move, found]) => {
    const total = (of: (root: RootMove) => number): number => found.reduce((sum, root) => sum + of(root), 0);
    const visits = total((root) => root.visits);
    const most = Math.max(visits, 1);
    const win = sums(found.map((root) => root.win.slice(0, players))).map((sum) => sum / most);
    const spread = total((root) => root.squares) / most - (win[seat] ?? 0) ** 2;
    const tried = found.reduce((best, root) => (root.visits > best.visits ? root : best));
    return {
      move,
      visits,
      share: visits / Math.max(done, 1),
      prior: total((root) => root.prior) / likelihood,
      worth: total((root) => root.worth) / most,
      win,
      points: sums(found.map((root) => root.points.slice(0, players))).map((sum) => sum / most),
      error: Math.sqrt(Math.max(spread, 0) / most),
      line: tried.line.slice(0, tried.length),
    };
  });
}

/** What a move is worth at the least, as far as the search can tell. */
function sureWorth({ worth, error, visits }: Choice, { caution, least_spread: least }: SearchConstants): number {
  return worth - caution * Math.max(error, least / Math.sqrt(Math.max(visits, 1)));
}

/** The most tried moves first; or first those that are known well, the one that is surely worth most before all. */
export function rank(choices: Choice[], sure: boolean, constants: SearchConstants): Choice[] {
  const ranked = [...choices].sort((a, b) => b.visits - a.visits || b.worth - a.worth || a.move - b.move);
  if (!sure) return ranked;
  const isKnown = ({ visits }: Choice): boolean => visits >= constants.known;
  const known = ranked.filter(isKnown).sort((a, b) => sureWorth(b, constants) - sureWorth(a, constants));
  return [...known, ...ranked.filter((choice) => !isKnown(choice))];
}

/** The moves a person would think of: those that the search tried, and that did not look bad at first sight. */
function considered(choices: Choice[], part: number): Choice[] {
  const likeliest = Math.max(...choices.map(({ prior }) => prior));
  return choices.filter(({ visits, prior }) => visits > 0 && prior >= part * likeliest);
}

/** The move that a level plays: the best; or one it considers, the likelier the less it gives away; or, with a temperature, one by first
 * impressions. `chance` is a number from 0 up to 1. */
export function pick(choices: Choice[], { care, temperature }: Level, chance: number, constants: SearchConstants): number {
  const [best] = choices;
  if (!best) throw new RangeError("there is nothing to choose from");
  const minds = care[Math.min(best.win.length - 2, care.length - 1)];
  if (minds === undefined && temperature === 0) return best.move;
  const thoughtOf = minds === undefined ? choices : considered(choices, constants.considered);
  const most = Math.max(...thoughtOf.map(({ worth }) => worth));
  const odds = thoughtOf.map(({ visits, prior, worth }) =>
    minds === undefined ? (visits + prior) ** (1 / temperature) : Math.exp(-minds * (most - worth)),
  );
  let left = chance * odds.reduce((total, part) => total + part, 0);
  const at = odds.findIndex((part) => (left -= part) < 0);
  return (thoughtOf[at] ?? best).move;
}
