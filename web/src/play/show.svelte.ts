/** What is drawn, and what moves on it. */

import { hurry, pause, travel } from "../lib/motion";
import { moving, settings } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import type { Facts } from "../lib/types";
import type { Beat } from "../games/game";

export interface Note {
  spot: string;
  points: number;
  text: string;
  key: number;
}

/** How long tiles are on their way, in milliseconds; those that one moves oneself are quicker. */
export const FLIGHT = { others: 420, own: 300 };

export class Show {
  facts: Facts | null = $state.raw(null);
  notes: Note[] = $state.raw([]);
  marks: ReadonlySet<string> = $state.raw(new Set<string>());
  root: HTMLElement | null = null;
  #rushed = false;
  #skip: () => void = () => {};
  #count = 0;

  /** Show everything at once from here on, until `calm`. */
  rush(): void {
    this.#rushed = true;
    hurry();
    this.#skip();
  }

  calm(): void {
    this.#rushed = false;
  }

  get rushed(): boolean {
    return this.#rushed || document.hidden || settings.pace === "instant";
  }

  /** One moment of a move. What one did oneself is looked at only where it brings points. */
  async beat(beat: Beat, own: boolean): Promise<void> {
    if (beat.marks) this.marks = new Set(beat.marks);
    const scores = (beat.notes?.length ?? 0) > 0;
    if (scores && !this.rushed) {
      this.notes = (beat.notes ?? []).map((note) => ({ ...note, key: (this.#count += 1) }));
      sound(this.notes.some(({ points }) => points > 0) ? "score" : "loss");
    } else if (beat.flights?.length) sound("lay");
    await this.draw(beat, own ? FLIGHT.own : FLIGHT.others);
    if (beat.look && !this.rushed && (scores || !own)) {
      const rest = pause(beat.look);
      this.#skip = rest.skip;
      await rest.done;
    }
    this.notes = [];
  }

  /** Change the drawing, with whatever flies there. */
  async draw(beat: Beat, duration: number): Promise<void> {
    const change = (): void => {
      this.facts = beat.facts;
    };
    if (this.root && !this.rushed && moving()) await travel(this.root, beat.flights ?? [], change, duration);
    else change();
  }
}
