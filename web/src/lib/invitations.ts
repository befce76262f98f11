/** The invitations of games made here: the server shows each only once, so this browser keeps them until they are used. */

import type { NewSeat } from "./api-types";

const PLACE = "tegel.invitations";

function all(): Record<string, Record<number, string>> {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? "{}") as Record<string, Record<number, string>>;
  } catch {
    return {};
  }
}

export function keepInvitations(game: string, seats: NewSeat[]): void {
  const found = Object.fromEntries(seats.flatMap((seat) => (seat.invitation ? [[seat.seat, seat.invitation]] : [])));
  if (Object.keys(found).length > 0) sessionStorage.setItem(PLACE, JSON.stringify({ ...all(), [game]: found }));
}

export function invitationsOf(game: string): Record<number, string> {
  return all()[game] ?? {};
}
