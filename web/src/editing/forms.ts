/** How what lies at a place is written: from the words of a line to pieces, and back. */

import type { Form, Place } from "./description";

/** Nothing, where letters or words follow each other. */
const NONE = "-";
const EMPTY = ".";

/** A piece without how it is turned or who knows it. */
export const bare = (written: string): string => written.split(/[@:]/)[0] ?? "";

interface Written {
  /** The words of the line, without its first. */
  words: string[];
  place: Place;
  /** All pieces that may lie there, in their order. */
  texts: string[];
}
interface Shape {
  read: (written: Written) => string[];
  /** The words of the line with these pieces at the place. */
  write: (written: Written, pieces: string[]) => string[];
}

const wordOf = ({ words, place }: Written): string => words[place.word] ?? "";
const withWord = ({ words, place }: Written, word: string): string[] => words.map((each, at) => (at === place.word ? word : each));
const ordered = ({ texts }: Written, pieces: string[]): string[] =>
  [...pieces].sort((a, b) => texts.indexOf(bare(a)) - texts.indexOf(bare(b)));
const prefixOf = ({ words, place }: Written): string => words[place.word - 1] ?? "";
const letters = (word: string): string[] => [...word].filter((letter) => letter !== EMPTY && letter !== NONE);
const padded = (written: Written, pieces: string[]): string => pieces.join("").padEnd(wordOf(written).length, EMPTY);
const after = ({ words, place }: Written): string[] => words.slice(place.word).filter((word) => word !== NONE);
const upTo = ({ words, place }: Written, more: string[]): string[] => [...words.slice(0, place.word), ...(more.length ? more : [NONE])];

const single: Shape = {
  read: (written) => [wordOf(written)].filter((word) => word !== written.place.family.empty),
  write: (written, pieces) => withWord(written, pieces[0] ?? written.place.family.empty),
};
const fromTheLeft: Shape = {
  read: (written) => letters(wordOf(written)),
  write: (written, pieces) => withWord(written, padded(written, pieces)),
};
const counted = (spelt: (text: string, count: number) => string, count: (word: string, text: string) => number): Shape => ({
  read: ({ words, texts }) => texts.flatMap((text, at) => Array.from({ length: count(words[at] ?? "", text) }, () => text)),
  write: ({ texts }, pieces) => texts.map((text) => spelt(text, pieces.filter((piece) => piece === text).length)),
});

export const SHAPES: Record<Form, Shape> = {
  cell: {
    read: (written) => letters(wordOf(written)[written.place.at] ?? EMPTY),
    write: (written, pieces) => {
      const word = [...wordOf(written)];
      word[written.place.at] = pieces[0] ?? EMPTY;
      return withWord(written, word.join(""));
    },
  },
  word: single,
  turned: single,
  counts: {
    read: (written) => letters(wordOf(written)),
    write: (written, pieces) => withWord(written, ordered(written, pieces).join("") || NONE),
  },
  line: fromTheLeft,
  row: fromTheLeft,
  stack: { read: (written) => letters(wordOf(written)), write: (written, pieces) => withWord(written, pieces.join("") || NONE) },
  totals: counted(
    (text, count) => `${text}${count}`,
    (word, text) => Number(word.slice(text.length)),
  ),
  numbers: counted(
    (_, count) => String(count),
    (word) => Number(word),
  ),
  set: {
    read: (written) => letters(wordOf(written)).map((letter) => prefixOf(written) + letter),
    write: (written, pieces) =>
      withWord(
        written,
        ordered(written, pieces)
          .map((piece) => piece.slice(prefixOf(written).length))
          .join("") || NONE,
      ),
  },
  list: { read: after, write: (written, pieces) => upTo(written, ordered(written, pieces)) },
  pile: { read: after, write: upTo },
};
