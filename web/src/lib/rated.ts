/** Requests about ratings and players. */

import { ask, get } from "./api";
import type { HeadToHead, Leaderboard, MyPlayer, PlayerStatistics, RatingPools, Profile, RatedGames } from "./api-types";

export interface Wanted {
  pool: string;
  outcome: string;
  opponent: string;
}

const asked = (parts: Record<string, string>): string =>
  new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== "")).toString();
const of = (id: string): string => `/api/players/${encodeURIComponent(id)}`;

export const rated = {
  pools: () => get<RatingPools>("/api/ratings"),
  leaderboard: (pool: string, page: number) => get<Leaderboard>(`/api/ratings/${pool}?page=${page}`),
  profile: (id: string) => get<Profile>(of(id)),
  games: (id: string, wanted: Wanted, before = "") => get<RatedGames>(`${of(id)}/games?${asked({ ...wanted, before })}`),
  statistics: (id: string, pool: string) => get<PlayerStatistics>(`${of(id)}/statistics/${pool}`),
  against: (id: string, other: string) => get<HeadToHead>(`${of(id)}/against/${encodeURIComponent(other)}`),
  mine: () => get<MyPlayer>("/api/me/player"),
  agree: (shown: boolean, reviewed: boolean) => ask<MyPlayer>("PUT", "/api/me/player", { shown, reviewed }),
};
