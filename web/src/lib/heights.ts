/** How high a table is on a phone, where words lie below it or beside it and the page may scroll. */

/** The height of an upright table in which no tile that one touches is smaller than a finger: plates and a dome, nine discs, or two
 * racks below a board need more than five discs and five lines. */
export function leastHeight(game: string, players: number): string {
  if (game === "azul") return players > 2 ? "34rem" : "28.6rem";
  return game === "blockers" && players > 2 ? "29.2rem" : "31.6rem";
}

/** Upright, beside which a panel stands. */
export const phoneHeight = (game: string, players: number): string =>
  `max(${game === "duel" || (game === "azul" && players > 2) ? 80 : 62}dvh, ${leastHeight(game, players)})`;
