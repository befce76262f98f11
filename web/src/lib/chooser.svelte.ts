/**
 * Choosing a legal move by its parts. The chooser knows no rule: every legal move says what it is made of (a source, a colour,
 * a target), and a thing on the board can be pointed at exactly when some legal move has its parts.
 */

import type { Choice, Parts, Value } from "./types";

function fits(choice: Pick<Choice, "parts">, parts: Parts): boolean {
  for (const name in parts) if (choice.parts[name] !== parts[name]) return false;
  return true;
}

export interface Refusal {
  spot: string;
  text: string;
}

export class Chooser {
  choices: Choice[] = $state.raw([]);
  picked: Parts = $state.raw({});
  /** What mouse, finger or keyboard are at. */
  pointed: Parts | null = $state.raw(null);
  /** Parts of a move that a hint speaks of. */
  hinted: Parts | null = $state.raw(null);
  /** Why a place cannot take what was picked, while somebody points at it. */
  refusal: Refusal | null = $state.raw(null);
  /** Called when the picked parts name exactly one whole move. */
  onmove: (choice: Choice) => void = () => {};
  /** Called when something was picked and moves are left to choose from. */
  onpick: (left: Choice[]) => void = () => {};

  /** With `early`, it is chosen before it is one's turn. */
  constructor(readonly early = false) {}

  offer(choices: Choice[]): void {
    this.choices = choices;
    this.picked = {};
    this.refusal = null;
  }

  /** Other moves to choose from, while what was picked stays as far as it can. */
  exchange(choices: Choice[]): void {
    this.choices = choices;
    if (this.left.length === 0) this.picked = {};
  }

  get active(): boolean {
    return this.choices.length > 0;
  }

  get begun(): boolean {
    return Object.keys(this.picked).length > 0;
  }

  /** The moves that are still possible with what was picked. */
  readonly left: Choice[] = $derived.by(() => {
    const { picked } = this;
    return this.choices.filter((choice) => fits(choice, picked));
  });

  /** The one move that these parts name wholly. */
  #named(parts: Parts): Choice | null {
    const left = this.choices.filter((choice) => fits(choice, parts));
    const only = left.length === 1 ? left[0] : undefined;
    return only && Object.keys(only.parts).every((name) => name in parts || name === "kind") ? only : null;
  }

  /** The move that was picked. */
  get exact(): Choice | null {
    return this.#named(this.picked);
  }

  /** The move that would be picked by choosing what is pointed at. */
  get aimed(): Choice | null {
    return this.pointed && this.can(this.pointed) ? this.#named({ ...this.picked, ...this.pointed }) : null;
  }

  /** Whether some move with all that was picked has these parts too. */
  can(parts: Parts): boolean {
    return this.left.some((choice) => fits(choice, parts));
  }

  /** Whether some move has these parts, whatever was picked. */
  could(parts: Parts): boolean {
    return this.choices.some((choice) => fits(choice, parts));
  }

  /** Whether all these parts were picked. */
  has(parts: Parts): boolean {
    const names = Object.keys(parts);
    return names.length > 0 && names.every((name) => this.picked[name] === parts[name]);
  }

  /** The values that a part can still take. */
  values(name: string): Value[] {
    return [...new Set(this.left.map((choice) => choice.parts[name]))].filter((value) => value !== undefined);
  }

  /** Point at something: it joins what was picked, or begins anew where the two do not go together. Pointing twice lets go. */
  pick(parts: Parts): void {
    this.refusal = null;
    if (this.has(parts)) {
      this.drop(Object.keys(parts));
      return;
    }
    if (this.can(parts)) this.picked = { ...this.picked, ...parts };
    else if (this.could(parts)) this.picked = { ...parts };
    else return;
    const only = this.exact;
    if (only) this.onmove(only);
    else this.onpick(this.left);
  }

  point(parts: Parts | null): void {
    this.pointed = parts;
    this.refusal = null;
  }

  /** Say of a place why it cannot take what was picked, or no longer. */
  explain(refusal: Refusal | null): void {
    this.refusal = refusal;
  }

  /** Whether these parts are what is pointed at. */
  isAt(parts: Parts): boolean {
    const pointed = this.pointed;
    return pointed !== null && Object.keys(pointed).length === Object.keys(parts).length && fits({ parts: pointed }, parts);
  }

  /** Whether a hint speaks of the place with these parts. */
  isHinted(parts: Parts): boolean {
    const { hinted } = this;
    if (!hinted || parts.kind !== hinted.kind) return false;
    const names = Object.keys(hinted).filter((name) => name !== "kind");
    const shared = names.filter((name) => name in parts);
    return (names.length === 0 || shared.length > 0) && shared.every((name) => parts[name] === hinted[name]);
  }

  drop(names: string[]): void {
    this.picked = Object.fromEntries(Object.entries(this.picked).filter(([name]) => !names.includes(name)));
  }

  clear(): void {
    this.picked = {};
    this.refusal = null;
  }
}
