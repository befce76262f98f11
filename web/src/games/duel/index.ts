/** Azul Duel for the play page. */

import type { Chooser } from "../../lib/chooser.svelte";
import { say, t } from "../../lib/words.svelte";
import type { GameModule } from "../game";
import { beats, flights } from "./beats";
import { describe } from "./describe";
import { type DuelFacts, FACES } from "./facts";
import { begin, ghost } from "./ghost";
import Table from "./Table.svelte";

const STEPS = ["stack", "keep", "under", "lay", "pay", "leave", "column"] as const;

/** What is asked, told by the kinds of moves that are offered. */
function prompt(chooser: Chooser): string {
  if (chooser.begun) return "duel.ask.target";
  const step = STEPS.find((kind) => chooser.could({ kind }));
  if (step) return `duel.ask.${step}`;
  if (chooser.could({ kind: "look" })) return "duel.ask.look";
  return chooser.could({ kind: "sun" }) || chooser.could({ kind: "moons" }) ? "duel.ask.turn" : "duel.ask.open";
}

const duel: GameModule = {
  Table,
  beats,
  flights,
  begin,
  ghost,
  faces: ({ move }) => (move && "colour" in move.parts ? [FACES[Number(move.parts.colour)] ?? "blue"] : []),
  describe,
  prompt: (_, chooser) => prompt(chooser),
  whole: (choice) => choice.parts.kind === "chip",
  marks: (seat, move, story) => {
    const found = story
      .filter((event) => event.kind === "tile" || event.kind === "special")
      .map((event) => `dome-${event.seat}-${event.row}-${event.column}`);
    if (move && "target" in move.parts)
      found.push(move.parts.target === 0 ? `broken-${seat}` : `line-${seat}-${Number(move.parts.target) - 1}`);
    if (move?.parts.kind === "lay") {
      const [top, left] = [Math.floor(Number(move.parts.space) / 3) * 2, (Number(move.parts.space) % 3) * 2];
      for (const [row, column] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ] as const)
        found.push(`dome-${seat}-${top + row}-${left + column}`);
    }
    return found;
  },
  tour: ["duel.ask.open", "duel.ask.lay", "duel.ask.turn", "duel.ask.target", "duel.ask.stack", "turn", "duel.ask.pay", "tile"],
  stage: (facts) => ({ key: "duel.stage", values: { number: (facts as DuelFacts).round } }),
  group: (choice) => {
    const { kind, factory } = choice.parts;
    if (kind === "sun") return factory === 0 ? t("duel.large") : t("duel.factory", { number: Number(factory) });
    return say(`duel.group.${String(kind)}`);
  },
  scores: {
    tile: "duel.kind.tile",
    special: "duel.kind.special",
    floor: "duel.kind.floor",
    floor_start: "duel.kind.floor",
    drawn: "duel.kind.drawn",
    scoring: "duel.kind.scoring",
  },
};

export default duel;
