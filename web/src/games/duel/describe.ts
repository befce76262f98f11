/** A position of Azul Duel in words. */

import { nameOf } from "../../lib/people";
import type { Facts, Summary } from "../../lib/types";
import { say, t } from "../../lib/words.svelte";
import { counted } from "../azul/describe";
import type { Paragraph } from "../game";
import { lineLabel } from "../lines";
import { cells, type DuelBoard, type DuelFacts, type Plate, returned } from "./facts";

const colour = (face: number): string => (face === 5 ? t("duel.special") : face === 6 ? t("duel.joker") : say(`duel.colour.${face}`));
const chipName = (kind: number): string => say(`duel.colour.${kind}`);

function plateName(plate: Plate, turn = 0): string {
  if (plate === null) return t("text.nothing");
  if (plate === "S") return t("duel.backspecial");
  if (plate === "J") return t("duel.backjoker");
  if (plate === "?") return t("duel.backhidden");
  const [a, b, c, d] = cells(plate, turn).map(colour);
  return `${a ?? ""}, ${b ?? ""} / ${c ?? ""}, ${d ?? ""}`;
}

function factories(facts: DuelFacts): string[] {
  const sides = (sun: number[], moon: string): string => `${t("duel.sun")} ${counted(sun, colour)}; ${t("duel.moon")} ${moon}`;
  const marker = facts.start_tile === "factory" ? `, ${t("duel.starttile")}` : "";
  const large = `${t("duel.large")}: ${sides(facts.suns[0] ?? [], counted(facts.large_moon, colour))}${marker}`;
  const small = facts.moons.map((stack, at) => {
    const chip = facts.chips[at] ?? null;
    const chipText = chip === null ? "" : `; ${chip === "down" ? t("duel.chipdown") : t("duel.chip", { colour: chipName(chip) })}`;
    const pile = stack.length ? [...stack].reverse().map(colour).join(", ") : t("text.nothing");
    return `${t("duel.factory", { number: at + 1 })}: ${sides(facts.suns[at + 1] ?? [], pile)}${chipText}`;
  });
  return [large, ...small];
}

function board(facts: DuelBoard): string[] {
  return [
    ...facts.lines.map((_, row) => {
      const dome = (facts.tiles[row] ?? [])
        .map((laid) => (laid === null ? "–" : laid === 5 ? t("duel.specialtile") : colour(laid)))
        .join(", ");
      return `${lineLabel("duel", facts, row)}. ${t("duel.domerow", { number: row + 1 })}: ${dome}`;
    }),
    ...facts.plates.flatMap((plate, space) =>
      plate ? [`${t("duel.space", { number: space + 1 })}: ${plateName(plate[0], plate[1])}`] : [],
    ),
    [
      t("duel.broken", { count: facts.broken.length }),
      t("duel.tokens", { count: facts.tokens }),
      `${t("duel.chips")}: ${counted(facts.chips, chipName)}`,
    ].join("; "),
  ];
}

export function describe(given: Facts, summary: Summary): Paragraph[] {
  const facts = given as DuelFacts;
  const plates = facts.display.map((plate, slot) => `${t("duel.open", { number: slot + 1 })}: ${plateName(plate)}`);
  plates.push(`${t("duel.stack", { count: facts.stack.length })}: ${plateName(facts.stack[0] ?? null)}`);
  const below = returned(facts);
  if (below.length) plates.push(`${t("duel.returned")}: ${below.map((plate) => plateName(plate)).join("; ")}`);
  if (facts.hand !== null) plates.push(`${t("duel.inhand")}: ${plateName(facts.hand)}`);
  facts.drawn.forEach((plate, number) => plates.push(`${t("duel.drawn")} ${number + 1}: ${plateName(plate)}`));
  return [
    { title: t("duel.factories"), lines: factories(facts) },
    { title: t("duel.display"), lines: plates },
    ...facts.boards.map((each, seat) => ({
      title: `${nameOf(summary, seat)}: ${each.score} ${t("play.points", { count: each.score })}`,
      lines: board(each),
    })),
  ];
}
