/** Requests about tournaments. */

import { ask, get } from "../lib/api";
import type { MyTournaments, NewTournament, Tournament, TournamentStep } from "../lib/api-types";

const of = (id: string, what = ""): string => `/api/tournaments/${encodeURIComponent(id)}${what}`;
const post = (id: string, what: string, body: unknown = {}): Promise<Tournament> => ask<Tournament>("POST", of(id, what), body);

export const requests = {
  mine: () => get<MyTournaments>("/api/me/tournaments"),
  make: (plan: NewTournament) => ask<Tournament>("POST", "/api/tournaments", plan),
  read: (id: string) => get<Tournament>(of(id)),
  step: (id: string) => get<TournamentStep>(of(id, "/step")),
  enter: (id: string, name: string) => post(id, "/enter", { name }),
  withdraw: (id: string) => post(id, "/withdraw"),
  pair: (id: string) => post(id, "/round"),
  remove: (id: string, player: number) => post(id, "/remove", { player }),
  decide: (id: string, round: number, table: number, places: number[]) => post(id, "/result", { round, table, places }),
  commit: (id: string, commitment: string) => post(id, "/commit", { commitment }),
  reveal: (id: string, nonce: string) => post(id, "/reveal", { nonce }),
  standings: (id: string) => of(id, "/standings.csv"),
  results: (id: string) => of(id, "/results.csv"),
  everything: (id: string) => of(id),
};
