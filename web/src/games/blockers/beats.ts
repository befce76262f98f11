/** A move of Blockers! as it is seen: a tile goes from the rack to its cell, a captured one to its captor. */

import type { Flight } from "../../lib/motion";
import type { Choice, Facts, StoryEvent, Summary } from "../../lib/types";
import { say, t } from "../../lib/words.svelte";
import type { Beat } from "../game";
import { type BlockersFacts, coloursOf, faceOf } from "./facts";

function lay(facts: BlockersFacts, seat: number, move: Choice, players: number): Beat {
  const { rack, row, column, tile } = move.parts as { rack: number; row: number; column: number; tile: number };
  const colour = coloursOf(seat, players)[rack] ?? 0;
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
  const add = (who: number, choice: Choice): void => {
    const beat = lay(facts, who, choice, summary.seats.length);
    facts = beat.facts as BlockersFacts;
    found.push(beat);
  };
  if (move) add(seat, move);
  for (const event of story) {
    if (event.kind === "forced" && event.move) add(event.seat, event.move);
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
