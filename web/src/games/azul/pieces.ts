/** The pieces of Azul in an editor. */

import type { PieceModule } from "../../editing/pieces";
import { say } from "../../lib/words.svelte";
import Piece from "./Piece.svelte";

const pieces: PieceModule = { Piece, nameOf: (_kind, _text, number) => say(`azul.colour.${number}`) };

export default pieces;
