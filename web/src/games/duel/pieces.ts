/** The pieces of Azul Duel in an editor: tiles, plates and chips. */

import { b } from "../../analysis/words.svelte";
import type { PieceModule } from "../../editing/pieces";
import { say } from "../../lib/words.svelte";
import Piece from "./Piece.svelte";

const colour = (number: number): string => say(`duel.colour.${number}`);

const pieces: PieceModule = {
  Piece,
  nameOf: (kind, text, number) => {
    if (kind === "plate") return b("edit.plate", { cells: text });
    if (kind === "down") return b("edit.down");
    return kind === "special" ? b("edit.special") : colour(number);
  },
};

export default pieces;
