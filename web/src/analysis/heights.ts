/** How high the table is on a phone, beside which a panel stands. A plate in hand and the dome need more height than discs and
 * lines, and so do nine discs. */
export const phoneHeight = (game: string, players: number): string =>
  game === "duel" || (game === "azul" && players > 2) ? "max(80dvh, 30rem)" : "62dvh";
