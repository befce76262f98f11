/** The computer's moves in games on this device. */

import { catalogue } from "../lib/catalogue.svelte";
import type { LocalRoom } from "./room";

const AGAIN = 2000;
const thinking = new WeakSet<LocalRoom>();

/** The level of a computer player; the simple ones play like the first. */
function levelOf(player: string | null | undefined): number {
  return catalogue.value?.players.find(({ name }) => name === player)?.level ?? Number(/^level:(\d+)$/.exec(player ?? "")?.[1] ?? 1);
}

/** Let the computer play as long as it is to move; once at a time, and again if it failed. */
export async function think(room: LocalRoom): Promise<void> {
  if (thinking.has(room)) return;
  thinking.add(room);
  try {
    while (room.turn !== null && room.isComputer(room.turn) && room.kept.handed === null) {
      const seat = room.turn;
      const { ply } = room;
      const move = await room.kit.engine.decide({ state: room.table.state, seat }, levelOf(room.seats[seat]?.player));
      await room.play(seat, [move], ply);
    }
  } catch {
    if (room.listeners.size > 0) setTimeout(() => void think(room), AGAIN);
  } finally {
    thinking.delete(room);
  }
}
