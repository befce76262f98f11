/** Games on this device as lists and headings show them, from what is kept of them. */

import { catalogue } from "../lib/catalogue.svelte";
import type { Finished } from "../lib/api-types";
import type { SeatSummary, Summary } from "../lib/types";
import type { LocalGame } from "./store";

/** What the seats are called; a computer by its title. */
export function namesOf({ seats }: LocalGame): string[] {
  const players = catalogue.value?.players ?? [];
  return seats.map(({ name, player }) => name ?? players.find((each) => each.name === player)?.title ?? player ?? "");
}

/** The seats that were given up. */
export const resignedIn = ({ entries }: LocalGame): number[] => entries.flatMap(({ kind, seat }) => (kind === "resigned" ? [seat] : []));

/** Decisions of each seat with help, which only somebody alone against computers has; nothing where there was none. */
export const hintsOf = ({ seats, hints = 0 }: LocalGame): number[] =>
  hints > 0 ? seats.map(({ kind }) => (kind === "computer" ? 0 : hints)) : [];

export function summarise(kept: LocalGame): Summary {
  const { ply, turn, result } = kept.progress;
  const [names, resigned] = [namesOf(kept), resignedIn(kept)];
  const offered = catalogue.value?.games.find(({ name }) => name === kept.game);
  const seats = kept.seats.map(({ kind, player }, seat): SeatSummary => {
    const computer = kind === "computer";
    return {
      seat,
      kind,
      name: names[seat] ?? "",
      player: computer ? (player ?? null) : null,
      taken: true,
      mine: !computer,
      left: resigned.includes(seat) ? "resigned" : null,
      commitment: null,
      owes: null,
    };
  });
  return {
    game: kept.id,
    name: kept.game as Summary["name"],
    title: offered?.title ?? kept.game,
    options: kept.options,
    status: turn === null ? "over" : "running",
    created: kept.created,
    changed: kept.changed,
    ply,
    number: kept.entries.length,
    turn,
    seats,
    clock: null,
    promise: null,
    key_hash: kept.key_hash,
    key: turn === null ? kept.key : null,
    points: result?.points ?? null,
    places: result?.places ?? null,
    winners: result?.winners ?? null,
    hints: hintsOf(kept),
    origin: null,
    rematch: kept.rematch,
    position: false,
    on_device: true,
    public: false,
    offered: false,
    creator: true,
    tournament: null,
    sealed: false,
  };
}

/** How a finished game of somebody alone at this device ended, for statistics; null for any other. */
export function finishedOf(kept: LocalGame): Finished | null {
  const { result } = kept.progress;
  const [mine, ...others] = kept.seats.flatMap(({ kind }, seat) => (kind === "computer" ? [] : [seat]));
  if (!result || mine === undefined || others.length > 0) return null;
  return {
    game: kept.id,
    name: kept.game,
    ended: kept.changed,
    seat: mine,
    players: kept.seats.map(({ kind, player }) => (kind === "computer" ? (player ?? null) : null)),
    left: resignedIn(kept).includes(mine) ? "resigned" : null,
    points: result.points,
    places: result.places,
    hints: hintsOf(kept),
    sources: null, // told by the server once it has played the game again
  };
}
