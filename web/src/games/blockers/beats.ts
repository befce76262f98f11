/** A move of Blockers! as it is seen: a tile goes from the rack to its cell, a captured one to its captor. The rules say what moves. */

import type { Flight } from "../../lib/motion";
import type { Facts, Movement, StoryEvent } from "../../lib/types";
import { say, t } from "../../lib/words.svelte";
import type { Beat } from "../game";
import { type Drawing, flightsOf, type Happening, join, moments } from "../moving";
import { type BlockersFacts, faceOf } from "./facts";

/** A tile's colour is told by its rack, or by where it goes. */
export const colourOf = ({ source, target }: Movement): number => (source.name === "rack" ? source.row : target.row) ?? 0;

/** The drawing as far as the viewer knows racks: their own tile by tile, others' by number. */
export function drawingOf(facts: BlockersFacts): Drawing {
  return {
    face: (tile, moved) => faceOf(colourOf(moved), tile),
    spot: ({ name, row = -1, column = -1 }, { seat, tile }) => {
      if (name === "rack") return Array.isArray(facts.racks[facts.colours.indexOf(row)]) ? `rack-${row}-${tile}` : `player-${seat}`;
      if (name === "captured") return `captured-${seat}`;
      return name === "board" ? `cell-${row}-${column}` : null;
    },
  };
}

export function moveTile(facts: BlockersFacts, moved: Movement): BlockersFacts {
  const drawn = structuredClone(facts);
  const { source, target, seat, tile } = moved;
  const colour = colourOf(moved);
  if (source.name === "rack") {
    const rack = drawn.colours.indexOf(colour);
    const shown = drawn.racks[rack];
    drawn.racks[rack] = Array.isArray(shown) ? shown.filter((each) => each !== tile) : (shown ?? 1) - 1;
  }
  if (target.name === "board") (drawn.board[target.row ?? 0] ?? [])[target.column ?? 0] = [colour, tile];
  if (target.name === "captured") drawn.captured[seat]?.push([colour, tile]);
  return drawn;
}

export const flights = (facts: Facts, movements: Movement[]): Flight[] =>
  flightsOf(
    movements.filter(({ tile }) => tile >= 0),
    drawingOf(facts as BlockersFacts),
  );

/** A tile laid, with the one it captures: one moment. */
function lay(facts: BlockersFacts, movements: Movement[]): Beat {
  const drawn = movements.reduce(moveTile, facts);
  const flying = flights(facts, movements);
  return { facts: drawn, flights: flying, marks: flying.slice(0, 1).map(({ to }) => to), look: 350 };
}

function points(facts: Facts, { kind, seat, points, colour }: StoryEvent): Beat {
  const text = t(`blockers.note.${kind as "groups"}`, { colour: say(`blockers.colour.${colour}`) });
  return { facts, notes: [{ spot: `score-${seat}`, points, text }], look: 900 };
}

const counts = ({ kind }: StoryEvent): boolean => kind === "groups" || kind === "captives";

export function beats(before: Facts, told: Happening, after: Facts): Beat[] {
  const found: Beat[] = [];
  let facts = before as BlockersFacts;
  told.story.forEach(({ kind }, event) => {
    if (kind !== "lay") return;
    const caught = told.story[event + 1]?.kind === "capture" ? event + 1 : event;
    const movements = told.movements.filter((moved) => moved.event >= event && moved.event <= caught);
    const beat = lay(facts, movements);
    facts = beat.facts as BlockersFacts;
    found.push(beat);
  });
  const counted = told.story.filter(counts);
  for (const together of moments(counted, counts)) found.push(join(together.map((at) => points(after, counted[at] as StoryEvent))));
  found.push({ facts: after });
  return found;
}
