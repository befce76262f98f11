/** What can be changed of a position's text, as the game's own description tells it (`core/editing.py`). */

export type Form = "cell" | "word" | "turned" | "counts" | "line" | "row" | "stack" | "totals" | "numbers" | "set" | "list" | "pile";
type Index = number | string;

/** Places of one kind. */
export interface Family {
  name: string;
  form: Form;
  pieces: string[];
  lines: string[];
  which: Index;
  word: Index;
  at: Index;
  skip: number;
  spot: string;
  ranges: Record<string, [first: number, count: number]>;
  most: number;
  empty: string;
}

export interface Pieces {
  name: string;
  texts: string[];
  /** How many there are of each in a game; 0 if that is not counted. */
  each: number;
  reserve: Family | null;
}

export interface Field {
  name: string;
  lines: string[];
  which: Index;
  word: number;
  choices: string[];
  least: number;
  most: number;
  each_seat: boolean;
  rare: boolean;
  carries: [piece: string, family: string] | null;
}

export interface Editing {
  pieces: Pieces[];
  places: Family[];
  fields: Field[];
}

/** One place: where it stands in the text, and what it is called on the board. */
export interface Place {
  family: Family;
  numbers: Record<string, number>;
  spot: string;
  which: number;
  word: number;
  at: number;
}

/** Every place of a family, whether or not a position has it. */
export function placesOf(family: Family): Place[] {
  let all: Record<string, number>[] = [{}];
  for (const [name, [first, count]] of Object.entries(family.ranges)) {
    all = all.flatMap((numbers) => Array.from({ length: count }, (_, at) => ({ ...numbers, [name]: first + at })));
  }
  return all.map((numbers) => {
    const number = (index: Index): number => (typeof index === "number" ? index : (numbers[index] ?? 0) - (family.ranges[index]?.[0] ?? 0));
    const spot = family.spot.replace(/\{(\w+)\}/g, (_, name: string) => String(numbers[name] ?? ""));
    return { family, numbers, spot, which: number(family.which), word: family.skip + number(family.word), at: number(family.at) };
  });
}
