/** What came of one's finished games: records against each opponent, averages, streaks, where the points came from. */

import type { Finished } from "./api-types";

export type Outcome = "won" | "shared" | "lost";

/** How a game ended for oneself. Who did not play it to its end has lost it. */
export function outcomeOf(result: Finished): Outcome {
  if (result.left !== null) return "lost";
  if (result.places[result.seat] !== 1) return "lost";
  return result.places.filter((place) => place === 1).length > 1 ? "shared" : "won";
}

export interface Score {
  won: number;
  shared: number;
  lost: number;
}
const nothing = (): Score => ({ won: 0, shared: 0, lost: 0 });
export const playedOf = (score: Score): number => score.won + score.shared + score.lost;

/** One's score against a computer player: who of the two came before the other, in every game both were in. */
export function scoreAgainst(results: readonly Finished[], player: string, game?: string): Score {
  const score = nothing();
  for (const result of results) {
    if (game !== undefined && result.name !== game) continue;
    result.players.forEach((other, seat) => {
      if (other !== player || seat === result.seat) return;
      const [mine = 0, theirs = 0] = [result.places[result.seat], result.places[seat]];
      if (result.left !== null || mine > theirs) score.lost += 1;
      else if (mine < theirs) score.won += 1;
      else score.shared += 1;
    });
  }
  return score;
}

/** "3–5", with the shared ones between where there are any. */
export const saidScore = ({ won, shared, lost }: Score): string => (shared ? [won, shared, lost] : [won, lost]).join("–");

export interface Source {
  kind: string;
  /** Points a game, on average. */
  points: number;
}

export interface GameStatistics extends Score {
  played: number;
  /** Of the games played to their end; null without any. */
  average: number | null;
  best: { points: number; game: string } | null;
  /** Games won without a break: now, and ever. */
  streak: number;
  longest: number;
  opponents: { player: string; score: Score; average: number | null }[];
  /** Games with hints, and how many of them were won; they count as all others do, and are told. */
  helped: { played: number; won: number };
  /** From the games of which it is known. */
  sources: Source[];
}

const mean = (numbers: number[]): number | null => (numbers.length ? numbers.reduce((sum, each) => sum + each, 0) / numbers.length : null);
const own = (result: Finished): number => result.points[result.seat] ?? 0;

function streaks(results: readonly Finished[]): [now: number, longest: number] {
  const lost = results.findIndex((result) => outcomeOf(result) === "lost");
  let [run, longest] = [0, 0];
  for (const result of results) {
    run = outcomeOf(result) === "lost" ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return [lost < 0 ? results.length : lost, longest];
}

function sourcesOf(results: readonly Finished[]): Source[] {
  const told = results.flatMap((result) => (result.sources && result.left === null ? [result.sources[result.seat] ?? {}] : []));
  const kinds = [...new Set(told.flatMap((sources) => Object.keys(sources)))];
  return kinds.map((kind) => ({ kind, points: mean(told.map((sources) => sources[kind] ?? 0)) ?? 0 }));
}

/** All there is to say of one game; the results are those of all games, the last first. */
export function statisticsOf(all: readonly Finished[], game: string, fewestWins: boolean): GameStatistics {
  const results = all.filter((result) => result.name === game);
  const whole = results.filter((result) => result.left === null);
  const score = nothing();
  for (const result of results) score[outcomeOf(result)] += 1;
  const better = (a: Finished, b: Finished): number => (fewestWins ? own(a) - own(b) : own(b) - own(a));
  const [best] = [...whole].sort(better);
  const [streak, longest] = streaks(results);
  const helped = results.filter(({ hints = [], seat }) => (hints[seat] ?? 0) > 0);
  const players = [...new Set(results.flatMap(({ players }) => players))].filter((player) => player !== null).sort();
  return {
    ...score,
    played: results.length,
    average: mean(whole.map(own)),
    best: best ? { points: own(best), game: best.game } : null,
    streak,
    longest,
    opponents: players.map((player) => ({
      player,
      score: scoreAgainst(results, player),
      average: mean(whole.filter((result) => result.players.includes(player)).map(own)),
    })),
    helped: { played: helped.length, won: helped.filter((result) => outcomeOf(result) !== "lost").length },
    sources: sourcesOf(results),
  };
}
