/** Requests to the server. */

import type {
  Acknowledged,
  Board as BoardSent,
  BoardState,
  Created,
  DeviceGame,
  Event,
  Guest,
  Invited,
  Joined,
  Judgement,
  LinkedSeat,
  MyResults,
  OpenTable,
  LookAtBoard,
  NewGame,
  OpenBoard,
  OpenedBoard,
  Position,
  Promise as Promised,
  Readiness,
  SeatLink,
  SharedStudy,
  Uploaded,
} from "./api-types";
import { hasLocalGames, isLocal } from "../local/ids";
import { contribution, prepare } from "./contributing";
import { settings } from "./settings.svelte";
import { BASE, isSite } from "./site";
import type { CatalogueAnswer, Example, GameEvent, GameState, Summary } from "./types";
import { t } from "./words.svelte";

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(
    readonly error: string,
    message: string,
  ) {
    super(message);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown, text = false): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": settings.language };
  if (body !== undefined) headers["Content-Type"] = text ? "text/plain; charset=utf-8" : "application/json";
  const sent = body === undefined ? null : text ? String(body) : JSON.stringify(body);
  let answer: Response;
  if (isSite) throw new Refused("offline", "");
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

/** The games on this device; what plays them is fetched when it is wanted. */
const here = async (): Promise<typeof import("../local/answers").local> => (await import("../local/answers")).local;
const isOffline = (error: unknown): boolean => error instanceof Refused && error.error === "offline";

const spoken = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}language=${settings.language}`;
export const get = <T>(path: string): Promise<T> => ask<T>("GET", spoken(path));
const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", spoken(path), body);

/** What never changes: a file, where there is no server. */
const getLasting = <T>(path: string, file: string): Promise<T> =>
  isSite ? fetch(`${BASE}${file}-${settings.language}.json`).then((answer) => answer.json() as T) : get<T>(path);

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

/** What is fetched to play here must not cost those who never do. */
const localGames = async (away: boolean): Promise<Summary[]> => (hasLocalGames() ? (await here()).list(away) : []);
const localResults = async (away: boolean): Promise<MyResults["results"]> => (hasLocalGames() ? (await here()).results(away) : []);
const give = (game: DeviceGame): Promise<Uploaded> => post<Uploaded>("/api/device-games", game);

/** Make a game on this device if that is wanted, it needs nobody else, and what plays it is there; else null. */
async function createHere(game: NewGame): Promise<Created | null> {
  if (isSite || !settings.here || !game.game) return null;
  const { hasEngine } = await import("../local/ahead");
  const local = await here();
  if (!local.isAgainstLevels(game) || !(await hasEngine(game.game))) return null;
  return local.create(game);
}

export const api = {
  me: () => get<Guest>("/api/me"),
  rename: (name: string) => ask<unknown>("PUT", "/api/me", { name }),
  forget: async (): Promise<void> => {
    if (hasLocalGames()) await (await here()).clear();
    await ask<unknown>("DELETE", "/api/me");
  },
  myGames: async (before?: string): Promise<{ games: Summary[]; next: string | null }> => {
    const asked = get<{ games: Summary[]; next: string | null }>(`/api/me/games${before ? `?before=${before}` : ""}`);
    try {
      const { games, next } = await asked;
      return { games: before ? games : [...(await localGames(false)), ...games], next };
    } catch (error) {
      const own = isOffline(error) && !before ? await localGames(true) : [];
      if (own.length === 0) throw error;
      return { games: own, next: null };
    }
  },
  myResults: async (): Promise<MyResults> => {
    try {
      const { results } = await get<MyResults>("/api/me/results");
      return { results: [...(await localResults(false)), ...results] };
    } catch (error) {
      if (!isOffline(error)) throw error;
      return { results: await localResults(true) };
    }
  },
  readiness: () => get<Readiness>("/api/readiness"),
  catalogue: () => getLasting<CatalogueAnswer>("/api/catalogue", "catalogue"),
  /** Make a game: against the computer on this device, if it can; else on the server. */
  create: async (game: NewGame): Promise<Created> => {
    const made = await createHere(game).catch(() => null); // a browser that keeps nothing plays at the server
    if (made) return made;
    const make = async (promise: string): Promise<Created> =>
      post<Created>("/api/games", { ...game, promise, ...(await contribution(promise, game.seats)) });
    try {
      return await withPromise(make);
    } catch (error) {
      if (!isOffline(error)) throw error;
      const local = await here();
      if (!local.canPlayHere(game)) throw new Refused("offline", t("local.needs"));
      return local.create(game);
    }
  },
  invitation: (token: string) => get<Invitation>(`/api/invitations/${encodeURIComponent(token)}`),
  invite: (id: string, seat: number) => post<{ invitation: string }>(`/api/games/${id}/invitations`, { seat }),
  join: async (invitation: string, name: string, { game, seat }: Invitation) => {
    const commitment = game.promise === null ? null : (await prepare(game.promise, seat)).commitment;
    return post<Joined>("/api/join", { invitation, name, commitment });
  },
  /** Take the first free seat of an open table; one that somebody else was quicker to take is passed over. */
  sitDown: async (table: OpenTable, name: string): Promise<Joined> => {
    const free = table.seats.flatMap((seat, at) => (seat.free ? [at] : []));
    for (const [at, seat] of free.entries()) {
      const { commitment } = await prepare(table.promise, seat);
      try {
        return await post<Joined>(`/api/games/${table.game}/join`, { seat, name, commitment });
      } catch (error) {
        if (at === free.length - 1 || !(error instanceof Refused) || error.error !== "taken") throw error;
      }
    }
    throw new Refused("taken", "");
  },
  close: (id: string) => post<Acknowledged>(`/api/games/${id}/close`),
  seatLink: (id: string, seat: number) => post<SeatLink>(`/api/games/${id}/seat-link`, { seat }),
  linkedSeat: (link: string) => get<SeatToMove>(`/api/seat-links/${encodeURIComponent(link)}`),
  moveSeat: (link: string) => post<Joined>("/api/seat-links", { link }),
  summary: async (id: string): Promise<Summary> => (isLocal(id) ? (await here()).summary(id) : get<Summary>(`/api/games/${id}`)),
  events: async (id: string, after = 0): Promise<{ events: GameEvent[]; last: number }> =>
    isLocal(id) ? (await here()).events(id, after) : get(`/api/games/${id}/events?after=${after}&limit=500`),
  ply: async (id: string, ply: number, seat: string): Promise<PlyState> =>
    isLocal(id) ? (await here()).ply(id, ply, seat) : get<PlyState>(`/api/games/${id}/plies/${ply}?seat=${seat}`),
  /** What the server's engine thinks of a ply of a game that is over. */
  judgement: (id: string, ply: number) => get<Judgement>(`/api/games/${id}/plies/${ply}/judgement`),
  /** A board, its states and what the server's engine thinks of them: where this device has neither rules nor engine. */
  openBoard: (board: Partial<OpenBoard>) => post<OpenedBoard>("/api/boards", board),
  boardState: (board: Partial<LookAtBoard>) => post<Omit<BoardState, "state"> & { state: GameState }>("/api/boards/state", board),
  judge: (board: Partial<BoardSent>) => post<Judgement>("/api/judgements", board),
  branch: (id: string, ply: number, seat: number) =>
    withPromise(async (promise) => {
      const seats = Array.from({ length: seat + 1 }, (_, at) => ({ kind: at === seat ? "here" : "computer" }));
      return post<Created>(`/api/games/${id}/branch`, { ply, seat, promise, ...(await contribution(promise, seats)) });
    }),
  position: async (id: string, ply: number, seat: string): Promise<string> => {
    if (isLocal(id)) return (await here()).position(id, ply, seat);
    const answer = await fetch(`/api/games/${id}/position?ply=${ply}&seat=${seat}`);
    return answer.text();
  },
  readPosition: (text: string) => ask<Omit<Position, "state"> & { state: GameState }>("POST", spoken("/api/positions"), text, true),
  record: async (id: string): Promise<string | null> => {
    if (isLocal(id)) return (await here()).record(id);
    const answer = await fetch(recordAddress(id)).catch(() => null);
    return answer?.ok ? answer.text() : null;
  },
  upload: (text: string) => ask<Uploaded>("POST", spoken("/api/records"), text, true),
  shareStudy: (text: string) => ask<SharedStudy>("POST", spoken("/api/studies"), text, true),
  unshareStudy: (study: string) => ask<unknown>("DELETE", `/api/studies/${encodeURIComponent(study)}`),
  /** A study that somebody shared, as text; null where there is none. */
  study: async (study: string): Promise<string | null> => {
    const answer = await fetch(`/api/studies/${encodeURIComponent(study)}`).catch(() => null);
    return answer?.ok ? answer.text() : null;
  },
  /** Where the server keeps a game of this device that was handed over. */
  handed: async (id: string): Promise<string | null> => (await here()).handed(id),
  /** Hand finished games of this device to the server, which verifies them. */
  handOver: async (): Promise<void> => {
    if (hasLocalGames() && !isSite) await (await here()).handOver(give);
  },
  /** Let a game of this device go on at the server; its name there. */
  moveToServer: async (id: string): Promise<string> => (await here()).moveToServer(id, give),
  examples: (game: string) => getLasting<{ examples: Example[] }>(`/api/examples?game=${game}`, `examples-${game}`),
};

export const recordAddress = (id: string): string => `/api/games/${id}/record`;
