/** Azul for the play page. */

import type { GameModule } from "../game";
import { beats, flights } from "./beats";
import { t } from "../../lib/words.svelte";
import { describe } from "./describe";
import { type AzulFacts, CENTRE_SOURCE, FACES } from "./facts";
import { begin, ghost } from "./ghost";
import Table from "./Table.svelte";

const azul: GameModule = {
  Table,
  beats,
  flights,
  begin,
  ghost,
  faces: ({ move }) => (move?.parts.kind === "take" ? [FACES[Number(move.parts.colour)] ?? "blue"] : []),
  prompt: (facts, chooser) => {
    if ((facts as AzulFacts).line !== null) return "azul.ask.column";
    if (!chooser.begun) return "azul.ask.tiles";
    return "colour" in chooser.picked ? "azul.ask.target" : "azul.ask.which";
  },
  whole: (choice) => choice.parts.kind === "take",
  marks: (seat, move, story) => {
    const found = story.filter((event) => event.kind === "tile").map((event) => `wall-${event.seat}-${event.row}-${event.column}`);
    if (move?.parts.kind === "take")
      found.push(move.parts.target === 0 ? `floor-${seat}` : `line-${seat}-${Number(move.parts.target) - 1}`);
    return found;
  },
  tour: [
    { when: "azul.ask.tiles", names: ".disc, .centre" },
    { when: "azul.ask.target", names: ".near .line, .near .floor" },
    { when: "turn", names: ".disc, .centre" },
    { when: "tile", names: ".near .line, .near .wall" },
    { when: "tile", names: ".near .wall" },
  ],
  stage: (facts) => ({ key: "play.round", values: { number: (facts as AzulFacts).round } }),
  lastIsCertain: false,
  hides: false,
  describe,
  group: (choice) => {
    if (choice.parts.kind !== "take") return "";
    return choice.parts.source === CENTRE_SOURCE ? t("azul.thecentre") : t("azul.disc", { number: Number(choice.parts.source) + 1 });
  },
  scores: {
    tile: "azul.kind.tile",
    floor: "azul.kind.floor",
    row: "azul.kind.row",
    column: "azul.kind.column",
    colour: "azul.kind.colour",
  },
};

export default azul;
