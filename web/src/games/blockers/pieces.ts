/** The pieces of Blockers! in an editor: all tiles of a colour, then those of the next. */

import type { PieceModule } from "../../editing/pieces";
import { say } from "../../lib/words.svelte";
import { TILES } from "./facts";
import Piece from "./Piece.svelte";

const pieces: PieceModule = {
  Piece,
  nameOf: (_kind, _text, number) => `${say(`blockers.tile.${number % TILES}`)}, ${say(`blockers.colour.${Math.floor(number / TILES)}`)}`,
};

export default pieces;
