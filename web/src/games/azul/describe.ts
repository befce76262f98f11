/** A position of Azul in words. */

import { nameOf } from "../../lib/people";
import type { Facts, Summary } from "../../lib/types";
import { say, t } from "../../lib/words.svelte";
import type { Paragraph } from "../game";
import { lineLabel } from "../lines";
import { type AzulFacts, MARKER } from "./facts";

const colour = (face: number): string => (face === MARKER ? t("azul.marker") : say(`azul.colour.${face}`));

export function counted(counts: number[], name: (face: number) => string): string {
  const found = counts.flatMap((count, face) => (count > 0 ? [`${count} ${name(face)}`] : []));
  return found.length ? found.join(", ") : t("text.nothing");
}

export function describe(given: Facts, summary: Summary): Paragraph[] {
  const facts = given as AzulFacts;
  const offer = facts.discs.map((counts, disc) => `${t("azul.disc", { number: disc + 1 })}: ${counted(counts, colour)}`);
  const marker = facts.marker === "centre" && facts.turn !== null ? `, ${t("azul.marker")}` : "";
  offer.push(`${t("azul.thecentre")}: ${counted(facts.centre, colour)}${marker}`);
  offer.push(`${t("azul.bag")}: ${counted(facts.bag, colour)}`, `${t("azul.lid")}: ${counted(facts.lid, colour)}`);
  const boards = facts.boards.map((board, seat) => ({
    title: `${nameOf(summary, seat)}: ${board.score} ${t("play.points", { count: board.score })}`,
    lines: [
      ...board.lines.map((_, row) => {
        const wall = (board.wall[row] ?? []).map((laid) => (laid === null ? "–" : colour(laid))).join(", ");
        return `${lineLabel("azul", board, row)}. ${t("azul.wallrow", { number: row + 1 })}: ${wall}`;
      }),
      `${t("azul.floor", { count: board.floor.length })}: ${board.floor.map(colour).join(", ") || t("text.nothing")}`,
    ],
  }));
  return [{ title: t("azul.offer"), lines: offer }, ...boards];
}
