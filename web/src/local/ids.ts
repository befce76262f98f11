/** The names of games that are played on this device alone. */

const PREFIX = "here-";

export const isLocal = (id: string): boolean => id.startsWith(PREFIX);

const MARK = "tegel.here";
/** Whether there have ever been games on this device. */
export const hasLocalGames = (): boolean => localStorage.getItem(MARK) !== null;
export const noteLocalGame = (): void => localStorage.setItem(MARK, "1");
export const newLocalId = (): string => PREFIX + crypto.getRandomValues(new Uint32Array(2)).join("-");
