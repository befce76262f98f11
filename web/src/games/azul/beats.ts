/** A move of Azul as it is seen at a table: tiles taken, laid, scored one by one, the floor cleared, the discs filled. */

import type { Flight } from "../../lib/motion";
import type { Choice, Facts, StoryEvent } from "../../lib/types";
import { t } from "../../lib/words.svelte";
import type { Beat } from "../game";
import { type AzulFacts, CENTRE_SOURCE, FACES, MARKER, tiles } from "./facts";

const face = (colour: number): string => FACES[colour] ?? "blue";

/** The drawing after tiles were taken; only until the server's own facts are shown. */
function take(facts: AzulFacts, seat: number, choice: Choice): Beat {
  const { source, colour, target } = choice.parts as { source: number; colour: number; target: number };
  const drawn = structuredClone(facts);
  const board = drawn.boards[seat];
  const flights: Flight[] = [];
  const centre = source === CENTRE_SOURCE;
  const place = centre ? drawn.centre : drawn.discs[source];
  if (!board || !place) return { facts };
  if (centre && drawn.marker === "centre") {
    flights.push({ face: "marker", from: "centre-marker", to: `floor-${seat}-${board.floor.length}` });
    board.floor.push(MARKER);
    drawn.marker = seat;
  }
  const from = centre ? `centre-${colour}` : `disc-${source}-${colour}`;
  const line = target > 0 ? board.lines[target - 1] : undefined;
  for (let left = place[colour] ?? 0; left > 0; left -= 1) {
    if (line && line[1] < target) {
      flights.push({ face: face(colour), from, to: `line-${seat}-${target - 1}-${line[1]}` });
      line[0] = colour;
      line[1] += 1;
    } else if (board.floor.length < 7) {
      flights.push({ face: face(colour), from, to: `floor-${seat}-${board.floor.length}` });
      board.floor.push(colour);
    } else flights.push({ face: face(colour), from, to: "lid" });
  }
  place[colour] = 0;
  if (!centre) {
    for (const other of tiles(place)) {
      flights.push({ face: face(other), from: `disc-${source}-${other}`, to: `centre-${other}` });
      drawn.centre[other] = (drawn.centre[other] ?? 0) + 1;
    }
    drawn.discs[source] = [0, 0, 0, 0, 0];
  }
  return { facts: drawn, flights, marks: [target > 0 ? `line-${seat}-${target - 1}` : `floor-${seat}`], look: 350 };
}

/** "3 across + 2 down", or that it stands alone. */
export function reason(across: number, down: number): string {
  const parts = [];
  if (across > 1) parts.push(t("score.across", { count: across }));
  if (down > 1) parts.push(t("score.down", { count: down }));
  return parts.length ? parts.join(" + ") : t("score.alone");
}

function lay(facts: AzulFacts, event: StoryEvent): Beat {
  const { seat, row, column, colour, across, down, points } = event;
  const drawn = structuredClone(facts);
  const board = drawn.boards[seat];
  const spot = `wall-${seat}-${row}-${column}`;
  if (!board) return { facts };
  const cells = board.wall[row];
  if (cells) cells[column] = colour;
  board.lines[row] = [null, 0];
  board.score += points;
  const flights = [{ face: face(colour), from: `line-${seat}-${row}-0`, to: spot }];
  return { facts: drawn, flights, marks: [spot], note: { spot, points, text: reason(across, down) }, look: 1100 };
}

function clearFloor(facts: AzulFacts, event: StoryEvent): Beat {
  const drawn = structuredClone(facts);
  const board = drawn.boards[event.seat];
  if (!board) return { facts };
  const flights = board.floor.flatMap((lying, at) =>
    lying === MARKER ? [] : [{ face: face(lying), from: `floor-${event.seat}-${at}`, to: "lid" }],
  );
  board.floor = [];
  board.score += event.points;
  return {
    facts: drawn,
    flights,
    note: { spot: `floor-${event.seat}`, points: event.points, text: t("azul.floornote", { count: event.count }) },
    look: 1000,
  };
}

function bonus(facts: AzulFacts, event: StoryEvent): Beat {
  const drawn = structuredClone(facts);
  const board = drawn.boards[event.seat];
  if (board) board.score += event.points;
  const marks = [0, 1, 2, 3, 4].flatMap((at) => {
    if (event.kind === "row") return [`wall-${event.seat}-${event.row}-${at}`];
    if (event.kind === "column") return [`wall-${event.seat}-${at}-${event.column}`];
    const column = board?.wall[at]?.indexOf(event.colour) ?? -1;
    return column < 0 ? [] : [`wall-${event.seat}-${at}-${column}`];
  });
  return {
    facts: drawn,
    marks,
    note: { spot: marks[2] ?? `score-${event.seat}`, points: event.points, text: t(`azul.bonus.${event.kind as "row"}`) },
    look: 1200,
  };
}

export function beats(before: Facts, seat: number, move: Choice | null, story: StoryEvent[], after: Facts): Beat[] {
  const found: Beat[] = [];
  let facts = before as AzulFacts;
  const add = (beat: Beat): void => {
    found.push(beat);
    facts = beat.facts as AzulFacts;
  };
  if (move?.parts.kind === "take") add(take(facts, seat, move));
  for (const event of story) {
    if (event.kind === "forced" && event.move?.parts.kind === "take") add(take(facts, event.seat, event.move));
    else if (event.kind === "tile") add(lay(facts, event));
    else if (event.kind === "floor") add(clearFloor(facts, event));
    else if (["row", "column", "colour"].includes(event.kind)) add(bonus(facts, event));
    else if (event.kind === "deal") found.push({ facts: after, flights: dealt(after as AzulFacts), look: 500 });
  }
  found.push({ facts: after });
  return found;
}

function dealt(facts: AzulFacts): Flight[] {
  return facts.discs.flatMap((counts, disc) =>
    tiles(counts)
      .slice(0, 4)
      .map((colour) => ({ face: face(colour), from: "bag", to: `disc-${disc}-${colour}` })),
  );
}
