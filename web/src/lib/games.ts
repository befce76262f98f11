/** The games this app can draw, in the order in which every page shows them. */

export const GAMES = ["azul", "duel", "blockers"] as const;

export type GameName = (typeof GAMES)[number];

export const isGame = (name: string): name is GameName => (GAMES as readonly string[]).includes(name);

/** Things that have a game's name, in that order; games this app cannot draw come last. */
export function inOrder<T extends { name: string }>(things: readonly T[]): T[] {
  const place = ({ name }: T): number => (isGame(name) ? GAMES.indexOf(name) : GAMES.length);
  return [...things].sort((a, b) => place(a) - place(b));
}
