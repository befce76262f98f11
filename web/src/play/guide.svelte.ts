/** The hints of the first game: which were given, which is shown, and for which games they are over. */

import { saveSettings, settings } from "../lib/settings.svelte";
import type { Match } from "./match.svelte";

/** Own turns after the last hint, after which nobody needs them any more. */
const FEW = 3;

export class Guide {
  /** The hints given so far, and the one shown, by their places in the tour. */
  given: number[] = $state.raw([]);
  shown = $state(0);
  /** On a small screen the bubble folds away as soon as something else is touched; a new hint opens it again. */
  folded = $state(false);
  /** The last question and ply of ours that were looked at, and our turns since the last hint was given. */
  #asked = "";
  #turn = -1;
  #since = 0;

  constructor(readonly match: Match) {}

  get #name(): string {
    return this.match.session.summary?.name ?? "";
  }
  get hints(): readonly { when: string; names: string }[] {
    return this.match.game?.tour ?? [];
  }
  /** Whether there is somebody here to be helped, in a game that has hints. */
  get wanted(): boolean {
    const { match } = this;
    return settings.tour && !settings.textMode && this.hints.length > 0 && match.mine.length > 0 && match.handover === null;
  }
  get over(): boolean {
    return settings.toured.includes(this.#name);
  }
  get open(): boolean {
    return this.wanted && !this.over && this.given.length > 0;
  }
  get complete(): boolean {
    return this.given.length >= this.hints.length;
  }

  /** A question is asked at a ply: give the hint that is due. */
  ask(asked: string, ply: number): void {
    const fresh = ply !== this.#turn;
    if (this.over || (!fresh && asked === this.#asked)) return;
    [this.#asked, this.#turn] = [asked, ply];
    if (fresh && this.complete && (this.#since += 1) >= FEW) return this.end();
    const left = this.#left();
    const is = (hint: number): boolean => asked.startsWith(this.hints[hint]?.when ?? "?");
    const due = left.find(is) ?? (fresh ? left.find((hint) => this.#explains(this.hints[hint]?.when ?? "")) : undefined);
    if (due !== undefined) this.#give(due);
    else {
      const again = this.given.find(is);
      if (again !== undefined) this.shown = again;
    }
  }

  next(): void {
    const [hint] = this.#left();
    if (hint === undefined) this.end();
    else this.#give(hint);
  }

  /** No more of it in this game; other games have hints of their own. */
  end(): void {
    if (!this.over) saveSettings({ toured: [...settings.toured, this.#name] });
  }

  /** Somebody would like to read it again. */
  again(asked: string): void {
    this.folded = false;
    if (!this.over && this.given.length > 0) return;
    this.given = [];
    this.#since = 0;
    saveSettings({ toured: settings.toured.filter((name) => name !== this.#name) });
    this.#give(
      Math.max(
        0,
        this.hints.findIndex(({ when }) => asked.startsWith(when)),
      ),
    );
  }

  #left(): number[] {
    return this.hints.map((_, hint) => hint).filter((hint) => !this.given.includes(hint));
  }

  #give(hint: number): void {
    this.given = [...this.given, hint];
    this.shown = hint;
    this.folded = false;
  }

  /** Whether there has been what a hint explains, so that it is due when the next turn begins. */
  #explains(moment: string): boolean {
    const log = this.match.session.log;
    if (moment === "turn") return log.some((event) => event.kind === "move" && this.match.mine.includes(event.seat));
    return log.some((event) => event.story.some((part) => part.kind === moment));
  }
}
