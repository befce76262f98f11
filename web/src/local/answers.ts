/** What the API answers, for games on this device. */

import type { Created, NewGame, PlyState } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { GameEvent, Summary } from "../lib/types";
import { canPlayHere, isAgainstLevels } from "./choosing";
import { clearGames, create, findRoom, handOver, listGames, listResults, moveToServer } from "./house";

const language = (): string => settings.language;

export const local = {
  canPlayHere,
  isAgainstLevels,
  create: async (game: NewGame): Promise<Created> => ({ game: (await create(game)).game, seats: [] }),
  summary: async (id: string): Promise<Summary> => (await findRoom(id)).summary(),
  events: async (id: string, after: number): Promise<{ events: GameEvent[]; last: number }> => {
    const room = await findRoom(id);
    const events = room.kept.entries.map((_, at) => room.event(at, language(), room.alone));
    return { events: events.slice(after), last: events.length };
  },
  ply: async (id: string, ply: number, seat: string): Promise<PlyState> => {
    const room = await findRoom(id);
    const viewer = seat === "all" ? null : Number(seat);
    const at = room.kept.entries.findLastIndex((entry) => entry.kind === "move" && entry.ply === ply);
    return { ...room.past(ply, viewer, language()), event: at < 0 ? null : room.event(at, language(), room.alone) };
  },
  position: async (id: string, ply: number, seat: string): Promise<string> => (await findRoom(id)).position(ply, Number(seat)),
  record: async (id: string): Promise<string> => (await findRoom(id)).record(),
  handed: async (id: string): Promise<string | null> => (await findRoom(id)).kept.handed,
  list: listGames,
  results: listResults,
  handOver,
  moveToServer,
  clear: clearGames,
};
