/** Which games are played on this device. */

import type { NewGame } from "../lib/api";

/** Whether a game needs nobody but this device: people at it, and computer players. */
export const canPlayHere = ({ position, seats = [], clock }: NewGame): boolean =>
  !position && !clock && seats.every(({ kind }) => kind !== "link");

/** Whether it is a game of one person against levels of the computer, which needs the server for nothing while it goes on. */
export const isAgainstLevels = (game: NewGame): boolean =>
  canPlayHere(game) &&
  (game.seats ?? []).filter(({ kind }) => kind === "here").length === 1 &&
  (game.seats ?? []).every(({ kind, player }) => kind === "here" || /^level:\d+$/.test(player ?? ""));
