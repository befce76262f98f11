/**
 * A position as a small picture: a player's board of Azul or Azul Duel, the board of Blockers!. In SVG as text, so that the same drawing
 * serves pages, where colours follow the theme, and pictures to share, which know no theme.
 */

import { type AzulFacts, FACES as AZUL, printed } from "../games/azul/facts";
import { type BlockersFacts, faceOf } from "../games/blockers/facts";
import { cells, type DuelFacts, FACES as DUEL, JOKER } from "../games/duel/facts";
import { isGame } from "./games";
import { tileImage } from "./tiles";
import type { Facts, GameName } from "./types";

/** The size of every picture. */
export const WIDTH = 300;
export const HEIGHT = 150;

const CARD = "var(--card,#fffaf0)";
const EDGE = "var(--card-edge,#dccdb2)";
const HOLLOW = "var(--hollow,#e5d8bf)";
const HOLLOW_EDGE = "var(--hollow-edge,#c8b591)";

const board = `<rect x="5" y="4" width="290" height="142" rx="11" fill="${CARD}" stroke="${EDGE}"/>`;
const cell = (x: number, y: number, size: number, fill = HOLLOW): string =>
  `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="${size * 0.15}" fill="${fill}" stroke="${HOLLOW_EDGE}" stroke-width=".7"/>`;
const tile = (face: string, x: number, y: number, size: number, opacity = 1): string =>
  `<image href="${tileImage(face)}" x="${x}" y="${y}" width="${size}" height="${size}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;

/** Lines that grow from the top down and end at x, as both games of Azul have them. */
function lines(found: [number | null, number][], faces: readonly string[], x: number, y: number, pitch: number): string {
  return found
    .map(([colour, count], row) =>
      Array.from({ length: row + 1 }, (_, at) => {
        const [left, top, size] = [x - (at + 1) * pitch, y + row * pitch, pitch - 2];
        return cell(left, top, size) + (colour !== null && at < count ? tile(faces[colour] ?? "", left, top, size) : "");
      }).join(""),
    )
    .join("");
}

function azul(facts: AzulFacts, seat: number, grey: boolean): string {
  const own = facts.boards[seat];
  if (!own) return board;
  const wall = own.wall.flatMap((row, at) =>
    row.map((colour, column) => {
      const [x, y] = [158 + column * 26.5, 10.5 + at * 26.5];
      const ghost = grey ? "" : tile(AZUL[printed(at, column)] ?? "", x, y, 24.5, 0.2);
      return cell(x, y, 24.5) + (colour === null ? ghost : tile(AZUL[colour] ?? "", x, y, 24.5));
    }),
  );
  return board + lines(own.lines, AZUL, 148, 10.5, 26.5) + `<path d="M151 75l4-3v6z" fill="${HOLLOW_EDGE}"/>` + wall.join("");
}

function duel(facts: DuelFacts, seat: number): string {
  const own = facts.boards[seat];
  if (!own) return board;
  const dome = own.plates.flatMap((plate, space) => {
    const [top, left] = [Math.floor(space / 3) * 2, (space % 3) * 2];
    const [x, y] = [157 + (left / 2) * 44.5, 8 + (top / 2) * 44.5];
    if (!plate)
      return [`<rect x="${x}" y="${y}" width="43" height="43" rx="4" fill="${HOLLOW}" stroke="${HOLLOW_EDGE}" stroke-dasharray="3 2"/>`];
    const ground = `<rect x="${x}" y="${y}" width="43" height="43" rx="4" fill="${CARD}" stroke="${HOLLOW_EDGE}"/>`;
    const four = cells(plate[0], plate[1]).map((print, at) => {
      const [row, column] = [top + Math.floor(at / 2), left + (at % 2)];
      const [cx, cy] = [x + 1.6 + (at % 2) * 20.4, y + 1.6 + Math.floor(at / 2) * 20.4];
      const laid = own.tiles[row]?.[column] ?? null;
      const shown =
        laid === null ? tile(DUEL[print] ?? "", cx, cy, 19.4, print === JOKER ? 0.8 : 0.25) : tile(DUEL[laid] ?? "", cx, cy, 19.4);
      return cell(cx, cy, 19.4) + shown;
    });
    return [ground + four.join("")];
  });
  return board + lines(own.lines, DUEL, 149, 9, 22.4) + dome.join("");
}

/** The whole board is square: a picture shows the five rows in its middle, at a size at which tiles can be read. */
function blockers(facts: BlockersFacts, whole: boolean): string {
  const [first, rows, size] = whole ? [0, 9, 15.5] : [2, 5, 28];
  const x0 = (WIDTH - 9 * size) / 2;
  const y0 = (HEIGHT - rows * size) / 2;
  const ground =
    `<rect x="${x0 - 5}" y="${y0 - (whole ? 4 : 9)}" width="${9 * size + 10}" ` +
    `height="${rows * size + (whole ? 8 : 18)}" rx="${whole ? 5 : 0}" fill="${CARD}" stroke="${EDGE}"/>`;
  const drawn = facts.board.slice(first, first + rows).flatMap((row, at) =>
    row.map((laid, column) => {
      const [x, y] = [x0 + column * size, y0 + at * size];
      const odd = (Math.floor((first + at) / 3) + Math.floor(column / 3)) % 2 === 1;
      const ground =
        `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${odd ? HOLLOW : CARD}" stroke="${HOLLOW_EDGE}" ` +
        `stroke-width=".5"/>`;
      return ground + (laid ? tile(faceOf(laid[0], laid[1]), x + size * 0.05, y + size * 0.05, size * 0.9) : "");
    }),
  );
  return ground + drawn.join("");
}

const pictures: Record<GameName, (facts: Facts, seat: number, grey: boolean, whole: boolean) => string> = {
  azul: (facts, seat, grey) => azul(facts as AzulFacts, seat, grey),
  duel: (facts, seat) => duel(facts as DuelFacts, seat),
  blockers: (facts, _seat, _grey, whole) => blockers(facts as BlockersFacts, whole),
};

/** How a seat's board looks in a position: what belongs inside an SVG of WIDTH by HEIGHT; nothing for a game this app cannot draw. */
export function pictureOf(name: string, facts: Facts, seat = 0, { grey = false, whole = false } = {}): string {
  return isGame(name) ? pictures[name](facts, seat, grey, whole) : "";
}
