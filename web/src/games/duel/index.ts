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

/** What a turn can begin with, told by the kinds of moves that are offered: nothing is asked for that cannot be taken. */
const BEGINNINGS: Record<string, readonly string[]> = { tiles: ["sun", "moons"], plate: ["open", "draw"], chip: ["chip"] };

/** What is asked, told by the kinds of moves that are offered. */
function prompt(chooser: Chooser): string {
  if (chooser.begun) return "colour" in chooser.picked ? "duel.ask.target" : "duel.ask.which";
  const step = STEPS.find((kind) => chooser.could({ kind }));
  if (step) return `duel.ask.${step}`;
  if (chooser.could({ kind: "look" })) return "duel.ask.look";
  const offered = Object.keys(BEGINNINGS).filter((name) => BEGINNINGS[name]?.some((kind) => chooser.could({ kind })));
  return offered.join() === "plate" ? "duel.ask.open" : `duel.ask.turn.${offered.join("")}`;
}

const duel: GameModule = {
  Table,
  beats,
  flights,
  begin,
  ghost,
  faces: ({ move }) => (move && "colour" in move.parts ? [FACES[Number(move.parts.colour)] ?? "blue"] : []),
  lastIsCertain: true,
  hides: true,
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
  tour: [
    { when: "duel.ask.open", names: ".tray" },
    { when: "duel.ask.lay", names: ".tray .button, .near .dome" },
    { when: "duel.ask.turn", names: ".tray, .factory" },
    { when: "duel.ask.target", names: ".near .lines, .near .foot" },
    { when: "duel.ask.stack", names: ".tray" },
    { when: "turn", names: ".factory .moon" },
    { when: "duel.ask.pay", names: ".tray, .near .lines" },
    { when: "tile", names: ".near .dome, .near .foot" },
  ],
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
