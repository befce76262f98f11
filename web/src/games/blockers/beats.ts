/** A move of Blockers! as it is seen: a tile goes from the rack to its cell, a captured one to its captor. */

import type { Flight } from "../../lib/motion";
import type { Choice, Facts, StoryEvent, Summary } from "../../lib/types";
import { say, t } from "../../lib/words.svelte";
import type { Beat } from "../game";
import { type BlockersFacts, coloursOf, faceOf } from "./facts";

interface Laid {
  seat: number;
  colour: number;
  tile: number;
  row: number;
  column: number;
}

function laidBy(seat: number, move: Choice, players: number): Laid {
  const { rack, row, column, tile } = move.parts as { rack: number; row: number; column: number; tile: number };
  return { seat, colour: coloursOf(seat, players)[rack] ?? 0, tile, row, column };
}

function lay(facts: BlockersFacts, { seat, colour, tile, row, column }: Laid): Beat {
  const drawn = structuredClone(facts);
  const cells = drawn.board[row];
  const caught = cells?.[column] ?? null;
  const shown = drawn.racks[colour];
  const spot = `cell-${row}-${column}`;
  const flights: Flight[] = [
    { face: faceOf(colour, tile), from: Array.isArray(shown) ? `rack-${colour}-${tile}` : `player-${seat}`, to: spot },
  ];
  if (caught) {
    flights.push({ face: faceOf(caught[0], caught[1]), from: spot, to: `captured-${seat}` });
    drawn.captured[seat]?.push(caught);
  }
  if (cells) cells[column] = [colour, tile];
  drawn.racks[colour] = Array.isArray(shown) ? shown.filter((each) => each !== tile) : (shown ?? 1) - 1;
  return { facts: drawn, flights, marks: [spot], look: 450 };
}

export function beats(before: Facts, seat: number, move: Choice | null, story: StoryEvent[], after: Facts, summary: Summary): Beat[] {
  const found: Beat[] = [];
  let facts = before as BlockersFacts;
  const add = (laid: Laid): void => {
    const beat = lay(facts, laid);
    facts = beat.facts as BlockersFacts;
    found.push(beat);
  };
  if (move) add(laidBy(seat, move, summary.seats.length));
  // The first tile laid is the move's. Others were laid without a choice, which only their owner is told.
  const unasked = story.filter((event) => event.kind === "lay").slice(1);
  for (const event of story) {
    if (unasked.includes(event)) add(event);
    else if (event.kind === "groups" || event.kind === "captives")
      found.push({
        facts: after,
        note: {
          spot: `score-${event.seat}`,
          points: event.points,
          text: t(`blockers.note.${event.kind}`, { colour: say(`blockers.colour.${event.colour}`) }),
        },
        look: 1100,
      });
  }
  found.push({ facts: after });
  return found;
}
