/** How first choices and plans fare: the figures that came with the package, and what a page shows of them. */

import type { GameName } from "../lib/types";

/** How a seat fared: in so many games, which share of the victories, how many points. */
export type Fared = [games: number, share: number, points: number];

export interface Asked {
  name: string;
  about: "choice" | "plan";
  answers: string[];
}

/** Games of one kind, all by the same player. */
export interface Sample {
  player: string;
  options: string;
  players: number;
  games: number;
  /** In the order of play. */
  seats: Fared[];
  /** By question, answer and seat; null where no seat had that answer. */
  answers: Record<string, (Fared | null)[][]>;
}

export interface Figures {
  game: string;
  questions: Asked[];
  samples: Sample[];
}

const loaders: Record<GameName, () => Promise<{ default: unknown }>> = {
  azul: () => import("../../../src/tegel/explore/azul.json"),
  duel: () => import("../../../src/tegel/explore/duel.json"),
  blockers: () => import("../../../src/tegel/explore/blockers.json"),
};

export const loadFigures = async (game: GameName): Promise<Figures> => (await loaders[game]()).default as Figures;

/** The player that made most games, and the same with first choices drawn at random: those show what a choice itself brings. */
export const QUICK = "quick";
export const VARIED = "varied";

export const playersIn = (figures: Figures): number[] =>
  [...new Set(figures.samples.map(({ players }) => players))].sort((one, other) => one - other);

/** Who can be asked for: the quick player, and those that think longer. */
export const whoIn = (figures: Figures): string[] => [
  ...new Set(figures.samples.map(({ player }) => player).filter((player) => player !== VARIED)),
];

export const sampleOf = (figures: Figures, player: string, players: number): Sample | undefined =>
  figures.samples.find((sample) => sample.player === player && sample.players === players);

/** The games that answer a question. */
export const sampleFor = (figures: Figures, question: Asked, who: string, players: number): Sample | undefined =>
  sampleOf(figures, who === QUICK && question.about === "choice" ? VARIED : who, players);

/** Several seats together. */
export function together(fared: readonly (Fared | null | undefined)[]): Fared | null {
  const there = fared.filter((each) => !!each);
  const games = there.reduce((sum, [count]) => sum + count, 0);
  if (games === 0) return null;
  const mean = (at: 1 | 2): number => there.reduce((sum, each) => sum + each[0] * each[at], 0) / games;
  return [games, mean(1), mean(2)];
}

const SURE = 1.96;

/** Wilson's 95 % interval of a share. */
export function interval([games, share]: Fared): [low: number, high: number] {
  const wide = SURE ** 2 / games;
  const middle = (share + wide / 2) / (1 + wide);
  const half = (SURE / (1 + wide)) * Math.sqrt((share * (1 - share)) / games + wide / (4 * games));
  return [middle - half, middle + half];
}

export interface Bar {
  answer: string;
  fared: Fared | null;
  /** Its part of all games of the seats that were asked for. */
  often: number;
}

/** Below this an answer's share says nothing. */
export const FEWEST = 50;

/** The bars of a question: one for each answer that was given, for one seat or, with -1, for all. */
export function barsOf(sample: Sample, question: Asked, seat: number): Bar[] {
  const rows = (sample.answers[question.name] ?? []).map((row) => together(seat < 0 ? row : [row[seat]]));
  const all = rows.reduce((sum, fared) => sum + (fared?.[0] ?? 0), 0);
  return question.answers.flatMap((answer, at) => {
    const fared = rows[at];
    return fared ? [{ answer, fared: fared[0] >= FEWEST ? fared : null, often: fared[0] / all }] : [];
  });
}

/** The bars of the seats themselves. */
export const seatBars = (sample: Sample): Bar[] => sample.seats.map((fared, seat) => ({ answer: String(seat), fared, often: 1 }));

/** How far the axis goes on both sides of a fair share, so that every bar with its interval fits. */
export function reach(bars: readonly Bar[], fair: number): number {
  const ends = bars.flatMap(({ fared }) => (fared ? [fared[1], ...interval(fared)] : []));
  return Math.max(0.02, ...ends.map((end) => Math.abs(end - fair)));
}
