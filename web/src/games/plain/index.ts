/** Any game that this app does not know: it can be played, from its facts and its list of moves. */

import type { GameModule } from "../game";
import { describe } from "./describe";
import Table from "./Table.svelte";

const plain: GameModule = {
  Table,
  beats: (_before, _told, after) => [{ facts: after }],
  flights: () => [],
  begin: (facts) => ({ facts }),
  ghost: () => ({ tiles: [], notes: [] }),
  faces: () => [],
  lastIsCertain: false,
  hides: true,
  describe,
  prompt: () => "play.yourturn",
  whole: () => false,
  marks: () => [],
  tour: [],
  stage: () => null,
  group: () => "",
  scores: {},
};

export default plain;
