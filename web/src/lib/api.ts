/** Requests to the server. */

import type {
  Created,
  Event,
  Guest,
  Invited,
  Joined,
  LinkedSeat,
  MyResults,
  NewGame,
  Position,
  Promise as Promised,
  Readiness,
  SeatLink,
  Uploaded,
} from "./api-types";
import { contribution, prepare } from "./contributing";
import { settings } from "./settings.svelte";
import type { CatalogueAnswer, Example, GameEvent, GameState, Summary } from "./types";

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(
    readonly error: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, text = false): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": settings.language };
  if (body !== undefined) headers["Content-Type"] = text ? "text/plain; charset=utf-8" : "application/json";
  const sent = body === undefined ? null : text ? String(body) : JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: sent });
  } catch {
    throw new Refused("offline", "");
  }
  if (answer.status === 204) return undefined as T;
  const read: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const said = (read ?? {}) as { error?: string; say?: string };
    throw new Refused(said.error ?? "failed", said.say ?? `${answer.status}`);
  }
  return read as T;
}

const spoken = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}language=${settings.language}`;
const get = <T>(path: string): Promise<T> => ask<T>("GET", spoken(path));
const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", spoken(path), body);

export type { SeatChoice as Seat } from "./api-types";

export type PlyState = GameState & { event: Event | null };
export type Invitation = Omit<Invited, "game"> & { game: Summary };
export type SeatToMove = Omit<LinkedSeat, "game"> & { game: Summary };
export type { Created, NewGame };

/** Ask for a promise and make a game with it; one that is no longer known (the server was restarted) is asked for again, once. */
async function withPromise<T>(make: (promise: string) => Promise<T>, again = true): Promise<T> {
  const { promise } = await get<Promised>("/api/promise");
  try {
    return await make(promise);
  } catch (error) {
    if (again && error instanceof Refused && error.error === "taken") return withPromise(make, false);
    throw error;
  }
}

export const api = {
  me: () => get<Guest>("/api/me"),
  rename: (name: string) => ask<unknown>("PUT", "/api/me", { name }),
  forget: () => ask<unknown>("DELETE", "/api/me"),
  myGames: (before?: string) => get<{ games: Summary[]; next: string | null }>(`/api/me/games${before ? `?before=${before}` : ""}`),
  myResults: () => get<MyResults>("/api/me/results"),
  readiness: () => get<Readiness>("/api/readiness"),
  catalogue: () => get<CatalogueAnswer>("/api/catalogue"),
  create: (game: NewGame) =>
    withPromise(async (promise) => post<Created>("/api/games", { ...game, promise, ...(await contribution(promise, game.seats)) })),
  invitation: (token: string) => get<Invitation>(`/api/invitations/${encodeURIComponent(token)}`),
  invite: (id: string, seat: number) => post<{ invitation: string }>(`/api/games/${id}/invitations`, { seat }),
  join: async (invitation: string, name: string, { game, seat }: Invitation) => {
    const commitment = game.promise === null ? null : (await prepare(game.promise, seat)).commitment;
    return post<Joined>("/api/join", { invitation, name, commitment });
  },
  seatLink: (id: string, seat: number) => post<SeatLink>(`/api/games/${id}/seat-link`, { seat }),
  linkedSeat: (link: string) => get<SeatToMove>(`/api/seat-links/${encodeURIComponent(link)}`),
  moveSeat: (link: string) => post<Joined>("/api/seat-links", { link }),
  summary: (id: string) => get<Summary>(`/api/games/${id}`),
  events: (id: string, after = 0) => get<{ events: GameEvent[]; last: number }>(`/api/games/${id}/events?after=${after}&limit=500`),
  ply: (id: string, ply: number, seat: string) => get<PlyState>(`/api/games/${id}/plies/${ply}?seat=${seat}`),
  branch: (id: string, ply: number, seat: number) =>
    withPromise(async (promise) => {
      const seats = Array.from({ length: seat + 1 }, (_, at) => ({ kind: at === seat ? "here" : "computer" }));
      return post<Created>(`/api/games/${id}/branch`, { ply, seat, promise, ...(await contribution(promise, seats)) });
    }),
  position: async (id: string, ply: number, seat: string): Promise<string> => {
    const answer = await fetch(`/api/games/${id}/position?ply=${ply}&seat=${seat}`);
    return answer.text();
  },
  readPosition: (text: string) => ask<Omit<Position, "state"> & { state: GameState }>("POST", spoken("/api/positions"), text, true),
  record: async (id: string): Promise<string | null> => {
    const answer = await fetch(recordAddress(id)).catch(() => null);
    return answer?.ok ? answer.text() : null;
  },
  upload: (text: string) => ask<Uploaded>("POST", spoken("/api/records"), text, true),
  examples: (game: string) => get<{ examples: Example[] }>(`/api/examples?game=${game}`),
};

export const recordAddress = (id: string): string => `/api/games/${id}/record`;
