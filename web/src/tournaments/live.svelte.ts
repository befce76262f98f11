/** A tournament as it is now, for as long as a page shows it. The page asks every few seconds whether anything has changed. */

import type { Tournament, TournamentLine, TournamentTable } from "../lib/api-types";
import { Refused } from "../lib/api";
import { keep, keptFor, prepare } from "../lib/contributing";
import { commitmentOf } from "../lib/fairness";
import { t } from "../lib/words.svelte";
import { requests } from "./requests";
import { w } from "./words.svelte";

const SEEN_EVERY = 2500;
const HIDDEN_EVERY = 15_000;

export class LiveTournament {
  now = $state.raw<Tournament | null>(null);
  online = $state(true);
  missing = $state(false);
  failure = $state("");
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #looking = false;

  constructor(readonly id: string) {
    document.addEventListener("visibilitychange", this.#back);
    void this.#look();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#back);
  }

  /** Do something, and show what came of it; whether it was done. */
  async act(work: () => Promise<Tournament>): Promise<boolean> {
    this.busy = true;
    this.failure = "";
    try {
      this.#show(await work());
      return true;
    } catch (error) {
      this.failure = (error as Error).message || t("error.offline");
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** What an entry is called; 0 is the computer. */
  name(player: number): string {
    if (player === 0) return w("tour.computer");
    return this.line(player)?.name || w("tour.unnamed", { player });
  }

  line(player: number): TournamentLine | undefined {
    return this.now?.standings.find((line) => line.player === player);
  }

  get you(): TournamentLine | undefined {
    return this.now?.standings.find((line) => line.you);
  }

  /** Whether this is the table of whoever looks. */
  isMine(table: TournamentTable): boolean {
    const own = this.you?.player;
    return own !== undefined && table.players.includes(own);
  }

  #back = (): void => {
    if (!document.hidden) void this.#look();
  };

  async #look(): Promise<void> {
    if (this.#looking || this.#closed) return;
    this.#looking = true;
    clearTimeout(this.#timer);
    try {
      if (this.now === null || (await requests.step(this.id)).step !== this.now.step) this.#show(await requests.read(this.id));
      await this.#contribute();
      this.online = true;
    } catch (error) {
      const unknown = error instanceof Refused && error.error === "unknown";
      this.missing = unknown && this.now === null;
      this.online = unknown || !(error instanceof Refused) || error.error !== "offline";
    } finally {
      this.#looking = false;
    }
    if (!this.#closed && !this.missing) this.#timer = setTimeout(() => void this.#look(), document.hidden ? HIDDEN_EVERY : SEEN_EVERY);
  }

  #show(told: Tournament): void {
    if (!this.#closed && (this.now === null || told.step >= this.now.step)) this.now = told;
  }

  /** This browser's part in the deals of a duplicate round: what is wanted is given, and what is needed to check it later is kept. */
  async #contribute(): Promise<void> {
    const asked = this.now?.asked;
    if (!asked?.owes) return;
    const { nonce, commitment } = await prepare(asked.promise, asked.place);
    if (asked.owes === "commitment") {
      this.#show(await requests.commit(this.id, commitment));
      return;
    }
    const kept = keptFor(asked.promise, asked.place);
    if (kept === null || (await commitmentOf(asked.promise, asked.place, nonce)) !== asked.commitments?.[asked.place]) return;
    if (kept.seen === null) keep({ ...kept, seen: asked.commitments });
    this.#show(await requests.reveal(this.id, nonce));
  }
}
