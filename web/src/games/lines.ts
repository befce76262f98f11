/** Pattern lines, which Azul and Azul Duel share: their names, what one holds, what it will score. */

import type { Movement, MovePreview } from "../lib/types";
import { type Key, say, t } from "../lib/words.svelte";
import type { GhostNote } from "./game";

/** The colour of a line's tiles, null while it is empty, and how many there are. */
export type Line = [number | null, number];

export interface LinedBoard {
  lines: Line[];
}

export const lineOf = (board: LinedBoard | undefined, row: number): Line => board?.lines[row] ?? [null, 0];

/** Lay tiles in a line, or, with a negative number, take them away. */
export function fillLine(board: LinedBoard, row: number, tile: number, count: number): void {
  const left = lineOf(board, row)[1] + count;
  board.lines[row] = left > 0 ? [tile, left] : [null, 0];
}

export const colourName = (game: string, face: number | null): string =>
  face === null ? t("azul.emptyline") : say(`${game}.colour.${face}`);

export function lineLabel(game: string, board: LinedBoard, row: number): string {
  const [face, count] = lineOf(board, row);
  return t("azul.line", { number: row + 1, count, size: row + 1, colour: colourName(game, face) });
}

/** What is to be seen on the board that keeps tiles of a colour out of a line; "" if nothing is. The server says which moves are legal. */
export function obstacle(game: string, board: LinedBoard, row: number, colour: number, laid: readonly (number | null)[] = []): string {
  const [face, count] = lineOf(board, row);
  if (count > row) return t("why.full");
  if (face !== null && face !== colour) return t("why.colour", { colour: colourName(game, face) });
  return laid.includes(colour) ? t("why.wall", { colour: colourName(game, colour) }) : "";
}

/** Counts per colour as a list of tiles. */
export const tiles = (counts: number[]): number[] => counts.flatMap((count, colour) => Array<number>(count).fill(colour));

/** "3 across + 2 down", or that it stands alone. */
export function reason(across: number, down: number): string {
  const parts = [];
  if (across > 1) parts.push(t("score.across", { count: across }));
  if (down > 1) parts.push(t("score.down", { count: down }));
  return parts.length ? parts.join(" + ") : t("score.alone");
}

/** What stands beside the lines of a game: its name on the screen, and what to say of a full line that has nothing to score there yet. */
export interface Beside {
  name: "wall" | "dome";
  unscored: Key;
}

/** What the line that tiles are laid in will score at the end of the round, or what it lacks. */
export function lineNote(board: LinedBoard | undefined, beside: Beside, laid: Movement, seen: MovePreview): GhostNote {
  const seat = laid.seat;
  const row = laid.target.row ?? 0;
  const scored = seen.scoring.find((part) => part.kind === "tile" && part.seat === seat && part.row === row);
  if (scored) {
    const spot = `${beside.name}-${seat}-${row}-${scored.column ?? 0}`;
    return { spot, text: `+${scored.points} ${reason(scored.across ?? 0, scored.down ?? 0)}`, good: true };
  }
  const missing = row + 1 - lineOf(board, row)[1] - laid.count;
  const text = missing > 0 ? t("ghost.missing", { count: missing }) : t(beside.unscored);
  return { spot: `line-${seat}-${row}`, text, good: null };
}
