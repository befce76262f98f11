/** Starting a game with as few questions as possible. */

import { api } from "./api";
import { catalogue } from "./catalogue.svelte";
import { keepInvitations } from "./invitations";
import { lastChoice, type OptionValues } from "./remembered";
import { settings } from "./settings.svelte";
import type { CatalogueAnswer, ComputerPlayer, GameName } from "./types";
import { t } from "./words.svelte";

const FIRST_LEVEL = 3;

/** The computer player one chose last; for a first game a middling level, or the strongest of the simple ones. */
export function opponent(answer: CatalogueAnswer | null): ComputerPlayer | undefined {
  const players = answer?.players ?? [];
  const last = lastChoice().player;
  const known = players.find((player) => player.name === last);
  return known ?? players.find((player) => player.level === FIRST_LEVEL) ?? players.filter((player) => player.level === null).at(-1);
}

/** Somebody for one more seat: the one used last or, if they play already, whoever is nearest in strength and free, the easier first. */
export function another(players: readonly ComputerPlayer[], usual: string, seated: readonly string[]): string {
  if (!seated.includes(usual)) return usual;
  const level = players.find(({ name }) => name === usual)?.level ?? FIRST_LEVEL;
  const away = (player: ComputerPlayer): number => Math.abs((player.level ?? 0) - level);
  const free = players.filter((player) => player.level !== null && !seated.includes(player.name));
  return free.sort((a, b) => away(a) - away(b) || (a.level ?? 0) - (b.level ?? 0))[0]?.name ?? usual;
}

/** What others call somebody who has not said a name: a name, too, since "you" is somebody else for everybody. */
export const unnamed = (): string => t("setup.player", { number: 1 });
export const myName = (): string => settings.name || unnamed();

/** A game against the computer, at once: the player chosen last, unless another is wanted. */
export async function playNow(game: GameName, wanted?: string, options: OptionValues = {}): Promise<string> {
  const player = wanted ?? opponent(catalogue.value)?.name ?? "greedy";
  const made = await api.create({
    game,
    options,
    seats: [
      { kind: "here", name: myName() },
      { kind: "computer", player },
    ],
  });
  keepInvitations(made.game, made.seats);
  return made.game;
}

/** A game from a position: the seat to move is ours, the computer has the others. Its id. */
export async function playFrom(position: string, seats: number, turn: number | null): Promise<string> {
  const player = opponent(catalogue.value)?.name ?? "greedy";
  const choose = (at: number) => (at === turn ? { kind: "here" as const, name: myName() } : { kind: "computer" as const, player });
  return (await api.create({ position, seats: Array.from({ length: seats }, (_, at) => choose(at)) })).game;
}
