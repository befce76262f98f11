/** Outlines around tiles of one colour that touch along their sides, as they are drawn on the board. */

import type { BlockersFacts } from "./facts";

export type Side = "top" | "right" | "bottom" | "left";
const SIDES: [Side, number, number][] = [
  ["top", -1, 0],
  ["right", 0, 1],
  ["bottom", 1, 0],
  ["left", 0, -1],
];

const colourAt = (facts: BlockersFacts, row: number, column: number): number | null => facts.board[row]?.[column]?.[0] ?? null;

/** The sides of a tile at which its outline runs: where none of its colour lies beside it. */
export function outline(facts: BlockersFacts, row: number, column: number): Side[] {
  const own = colourAt(facts, row, column);
  if (own === null) return [];
  return SIDES.filter(([, down, across]) => colourAt(facts, row + down, column + across) !== own).map(([side]) => side);
}

/** How many outlines of each colour there are. */
export function countOutlines(facts: BlockersFacts): number[] {
  const counts: number[] = [];
  const seen = new Set<string>();
  const visit = (row: number, column: number, colour: number): boolean => {
    const name = `${row}-${column}`;
    if (colourAt(facts, row, column) !== colour || seen.has(name)) return false;
    seen.add(name);
    for (const [, down, across] of SIDES) visit(row + down, column + across, colour);
    return true;
  };
  facts.board.forEach((cells, row) =>
    cells.forEach((laid, column) => {
      if (laid && visit(row, column, laid[0])) counts[laid[0]] = (counts[laid[0]] ?? 0) + 1;
    }),
  );
  return counts;
}
