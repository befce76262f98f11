/** A position of Blockers! in words. */

import { nameOf } from "../../lib/people";
import type { Facts, Summary } from "../../lib/types";
import { say, t } from "../../lib/words.svelte";
import type { Paragraph } from "../game";
import { type BlockersFacts, cellName, racksOf, ROWS } from "./facts";

const colour = (number: number): string => say(`blockers.colour.${number}`);
const tile = (number: number): string => say(`blockers.tile.${number}`);
const captured = (facts: BlockersFacts, seat: number): string =>
  (facts.captured[seat] ?? []).map(([of, which]) => `${colour(of)} ${tile(which)}`).join(", ");

export function describe(given: Facts, summary: Summary): Paragraph[] {
  const facts = given as BlockersFacts;
  const rows = facts.board.map((cells, row) => {
    const laid = cells.flatMap((cell, column) => (cell ? [`${cellName(row, column)} ${colour(cell[0])} ${tile(cell[1])}`] : []));
    return `${ROWS[row] ?? ""}: ${laid.join(", ") || t("text.nothing")}`;
  });
  const players = summary.seats.map(({ seat }) => ({
    title: nameOf(summary, seat),
    lines: [
      ...racksOf(seat, summary.seats.length).map((own) => {
        const rack = facts.racks[own];
        const tiles = Array.isArray(rack) ? rack.map(tile).join(", ") : t("blockers.tiles", { count: rack ?? 0 });
        const rackName = t("blockers.rack", { colour: colour(facts.colours[own] ?? own) });
        return `${rackName}: ${tiles}. ${t("blockers.pile", { count: facts.pile_sizes[own] ?? 0 })}`;
      }),
      `${t("blockers.captured")}: ${captured(facts, seat) || t("text.nothing")}`,
    ],
  }));
  return [{ title: t("blockers.board"), lines: rows }, ...players];
}
