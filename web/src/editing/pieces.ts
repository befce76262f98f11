/** How a game draws and names the pieces that an editor offers; loaded with the editor alone. */

import type { Component } from "svelte";
import type { GameName } from "../lib/types";

export interface PieceModule {
  /** A piece by its kind and its number in that kind. */
  Piece: Component<{ kind: string; number: number }>;
  nameOf: (kind: string, text: string, number: number) => string;
}

const modules: Record<GameName, () => Promise<{ default: PieceModule }>> = {
  azul: () => import("../games/azul/pieces"),
  duel: () => import("../games/duel/pieces"),
  blockers: () => import("../games/blockers/pieces"),
};

export const loadPieces = async (game: string): Promise<PieceModule> => (await modules[game as GameName]()).default;
