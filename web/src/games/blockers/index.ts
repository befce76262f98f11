/** Blockers! for the play page. */

import { say } from "../../lib/words.svelte";
import type { GameModule } from "../game";
import { beats, colourOf, flights } from "./beats";
import { describe } from "./describe";
import { type BlockersFacts, faceOf } from "./facts";
import { begin, ghost } from "./ghost";
import Table from "./Table.svelte";

const blockers: GameModule = {
  Table,
  beats,
  flights,
  begin,
  ghost,
  faces: ({ movements }) =>
    movements
      .filter(({ target }) => target.name === "board")
      .slice(0, 1)
      .map((moved) => faceOf(colourOf(moved), moved.tile)),
  lastIsCertain: false,
  hides: true,
  describe,
  prompt: (_, chooser) => {
    if (!chooser.begun) return "blockers.ask.tile";
    return "row" in chooser.picked ? "blockers.ask.which" : "blockers.ask.cell";
  },
  whole: () => true,
  marks: (_, move) => (move ? [`cell-${String(move.parts.row)}-${String(move.parts.column)}`] : []),
  tour: [
    { when: "blockers.ask.tile", names: ".near .rack, .board > .axis:not(.row)" },
    { when: "blockers.ask.cell", names: ".board .spot.open" },
    { when: "turn", names: ".near .rack" },
    { when: "turn", names: ".near .rack" },
    { when: "turn", names: ".near .rack" },
  ],
  stage: (facts) => ({
    key: "blockers.stage",
    values: { count: (facts as BlockersFacts).pile_sizes.reduce((sum, size) => sum + size, 0) },
  }),
  group: (choice) => say(`blockers.tile.${String(choice.parts.tile)}`),
  scores: { groups: "blockers.kind.groups", captives: "blockers.kind.captives" },
};

export default blockers;
