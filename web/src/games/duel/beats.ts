/** A move of Azul Duel as it is seen: tiles to lines, rests to the moons, tiles to the dome with their points. */

import type { Flight } from "../../lib/motion";
import type { Choice, Facts, StoryEvent } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import { reason } from "../azul/beats";
import type { Beat } from "../game";
import { BROKEN_SPACES, type DuelBoard, type DuelFacts, FACES, SPECIAL, tiles } from "./facts";

const face = (colour: number): string => FACES[colour] ?? "blue";

/** Tiles from several places to one line, the overflow to the broken ones. */
function put(board: DuelBoard, seat: number, colour: number, target: number, from: string[]): Flight[] {
  const line = target > 0 ? board.lines[target - 1] : undefined;
  return from.map((place) => {
    if (line && line[1] < target) {
      line[0] = colour;
      line[1] += 1;
      return { face: face(colour), from: place, to: `line-${seat}-${target - 1}-${line[1] - 1}` };
    }
    if (board.broken.length < BROKEN_SPACES) {
      board.broken.push(colour);
      return { face: face(colour), from: place, to: `broken-${seat}-${board.broken.length - 1}` };
    }
    return { face: face(colour), from: place, to: "lid" };
  });
}

function sun(facts: DuelFacts, seat: number, move: Choice): Beat {
  const { factory, colour, target } = move.parts as { factory: number; colour: number; target: number };
  const drawn = structuredClone(facts);
  const board = drawn.boards[seat];
  const counts = drawn.suns[factory];
  if (!board || !counts) return { facts };
  const flights = put(board, seat, colour, target, Array<string>(counts[colour] ?? 0).fill(`sun-${factory}-${colour}`));
  counts[colour] = 0;
  for (const other of tiles(counts)) {
    flights.push({ face: face(other), from: `sun-${factory}-${other}`, to: factory === 0 ? `large-moon-${other}` : `moon-${factory}` });
    if (factory === 0) drawn.large_moon[other] = (drawn.large_moon[other] ?? 0) + 1;
  }
  drawn.suns[factory] = [0, 0, 0, 0, 0];
  return { facts: drawn, flights, marks: [target > 0 ? `line-${seat}-${target - 1}` : `broken-${seat}`], look: 350 };
}

function moons(facts: DuelFacts, seat: number, move: Choice): Beat {
  const { colour, target } = move.parts as { colour: number; target: number };
  const drawn = structuredClone(facts);
  const board = drawn.boards[seat];
  if (!board) return { facts };
  const from = Array<string>(drawn.large_moon[colour] ?? 0).fill(`large-moon-${colour}`);
  const flights: Flight[] = [];
  if (from.length > 0 && drawn.start_tile === "factory") {
    flights.push({ face: "marker", from: "start-tile", to: `start-${seat}` });
    drawn.start_tile = seat;
  }
  drawn.large_moon[colour] = 0;
  drawn.moons.forEach((stack, at) => {
    if (stack.at(-1) !== colour) return;
    from.push(`moon-${at + 1}-top`);
    stack.pop();
  });
  flights.push(...put(board, seat, colour, target, from));
  return { facts: drawn, flights, marks: [target > 0 ? `line-${seat}-${target - 1}` : `broken-${seat}`], look: 350 };
}

function lay(facts: DuelFacts, event: StoryEvent): Beat {
  const { seat, row, column, points } = event;
  const special = event.kind === "special";
  const colour = special ? SPECIAL : event.colour;
  const drawn = structuredClone(facts);
  const board = drawn.boards[seat];
  const spot = `dome-${seat}-${row}-${column}`;
  if (!board) return { facts };
  const cells = board.tiles[row];
  if (cells) cells[column] = colour;
  if (!special) board.lines[row] = [null, 0];
  board.score += points;
  const text = special ? t("duel.note.special") : reason(event.across, event.down);
  const flights = special ? [] : [{ face: face(colour), from: `line-${seat}-${row}-0`, to: spot }];
  return { facts: drawn, flights, marks: [spot], note: { spot, points, text }, look: 1100 };
}

function points(facts: DuelFacts, event: StoryEvent, spot: string, text: string): Beat {
  const drawn = structuredClone(facts);
  const board = drawn.boards[event.seat];
  if (board) {
    board.score += event.points;
    if (event.kind === "floor") board.broken = [];
  }
  return { facts: drawn, note: { spot, points: event.points, text }, look: 1000 };
}

function step(facts: DuelFacts, seat: number, move: Choice): Beat | null {
  switch (move.parts.kind) {
    case "sun":
      return sun(facts, seat, move);
    case "moons":
      return moons(facts, seat, move);
    case "chip":
      return { facts, marks: [`chips-${seat}`], look: 300 };
    case "lay":
      return { facts, marks: [], look: 300 };
    default:
      return null;
  }
}

export function beats(before: Facts, seat: number, move: Choice | null, story: StoryEvent[], after: Facts): Beat[] {
  const found: Beat[] = [];
  let facts = before as DuelFacts;
  const add = (beat: Beat | null): void => {
    if (!beat) return;
    found.push(beat);
    facts = beat.facts as DuelFacts;
  };
  if (move) add(step(facts, seat, move));
  for (const event of story) {
    if (event.kind === "forced" && event.move) add(step(facts, event.seat, event.move));
    else if (event.kind === "tile" || event.kind === "special") add(lay(facts, event));
    else if (event.kind === "floor" && event.points !== 0)
      add(points(facts, event, `broken-${event.seat}`, t("duel.note.broken", { count: event.count })));
    else if (event.kind === "drawn" && event.points !== 0) add(points(facts, event, "stack", t("duel.note.drawn")));
    else if (event.kind === "scoring") add(points(facts, event, `score-${event.seat}`, t("duel.note.scoring", { number: event.row + 1 })));
  }
  found.push({ facts: after, look: 200 });
  return found;
}
