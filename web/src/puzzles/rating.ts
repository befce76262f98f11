/** How good somebody is at puzzles: Glicko's rating with its uncertainty, against the puzzles' own ratings. */

export interface Rating {
  value: number;
  /** One standard deviation. */
  deviation: number;
}

export const UNRATED: Rating = { value: 1200, deviation: 250 };
/** A rating never becomes surer than this: people learn. */
const SUREST = 60;
/** How unsure a puzzle's own rating is: it comes from a few tries of eight levels. */
const OF_PUZZLE = 150;
const Q = Math.log(10) / 400;

const damp = (deviation: number): number => 1 / Math.sqrt(1 + (3 * Q ** 2 * deviation ** 2) / Math.PI ** 2);

/** How likely somebody solves a puzzle at the first try. */
export const expected = ({ value }: Rating, puzzle: number, deviation = OF_PUZZLE): number =>
  1 / (1 + 10 ** ((damp(deviation) * (puzzle - value)) / 400));

/** The rating after a puzzle was solved at the first try, or not. */
export function rated(before: Rating, puzzle: number, solved: boolean, deviation = OF_PUZZLE): Rating {
  const chance = expected(before, puzzle, deviation);
  const told = (Q * damp(deviation)) ** 2 * chance * (1 - chance);
  const precision = 1 / before.deviation ** 2 + told;
  const value = before.value + (Q / precision) * damp(deviation) * (Number(solved) - chance);
  return { value, deviation: Math.max(SUREST, Math.sqrt(1 / precision)) };
}

/** Half of the 95 % interval, as it is shown. */
export const margin = ({ deviation }: Rating): number => Math.round(1.96 * deviation);
