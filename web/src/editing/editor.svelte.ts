/** The position editor: the text of a position that changes, what is drawn of it, and what the engine says to it. */

import { namesFor, summaryOf } from "../analysis/board.svelte";
import { b } from "../analysis/words.svelte";
import { type GameModule, loadGame } from "../games/game";
import { settings } from "../lib/settings.svelte";
import type { Facts, Summary } from "../lib/types";
import type { Kit } from "../local/kits";
import type { StateBytes } from "../table";
import type { Editing, Field, Pieces, Place } from "./description";
import { bare } from "./forms";
import { loadPieces, type PieceModule } from "./pieces";
import { PositionText } from "./text";

const NO_EDITING: Editing = { pieces: [], places: [], fields: [] };

/** What is found of a text: a position that can be drawn, and why no game reaches it. */
interface Found {
  state: StateBytes | null;
  /** In words; empty if all is well. */
  wrong: string;
}

export class Editor {
  readonly editing: Editing;
  /** The kind that is held, and the piece of it. */
  kind: string = $state("");
  piece: string = $state("");
  /** Whether a click takes away. */
  taking = $state(false);
  /** At whose place one sits. */
  near = $state(0);
  #text = $state("");
  #before: string[] = $state.raw([]);
  /** The last text that could be drawn: while somebody types, the table stays. */
  #drawn: StateBytes;

  private constructor(
    readonly kit: Kit,
    readonly game: GameModule,
    readonly pieces: PieceModule,
    text: string,
    readonly names: string[],
  ) {
    this.editing = kit.table.description.table.editing ?? NO_EDITING;
    this.#text = text;
    this.#drawn = kit.table.readUnchecked(text);
    const [first] = this.editing.pieces;
    this.hold(first?.name ?? "", this.playable(first)[0] ?? "");
    this.near = Math.max(0, Number(kit.table.rules.read(this.#drawn)["turn"]));
  }

  /** A `BadText` says why a text cannot even be read. */
  static async open(kit: Kit, text: string, names: string[]): Promise<Editor> {
    const { game } = kit.table.description;
    return new Editor(kit, await loadGame(game), await loadPieces(game), text, names);
  }

  // ── the text ──

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    if (text === this.#text) return;
    this.#before = [...this.#before, this.#text];
    this.#text = text;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (last === undefined) return;
    this.#before = this.#before.slice(0, -1);
    this.#text = last;
  }

  /** The text as the editor changes it; a text that cannot be read is left to whoever types. */
  get position(): PositionText {
    return new PositionText(this.editing, this.#text);
  }

  change(how: (position: PositionText) => void): void {
    const { position } = this;
    how(position);
    this.text = position.text;
  }

  // ── what is held ──

  get held(): Pieces | null {
    return this.editing.pieces.find(({ name }) => name === this.kind) ?? null;
  }

  hold(kind: string, piece: string): void {
    Object.assign(this, { kind, piece, taking: false });
  }

  /** The pieces of a kind that this position has: fewer players have fewer colours. */
  playable(kind: Pieces | undefined): string[] {
    const { position } = this;
    return (kind?.texts ?? []).filter((text) => !kind?.reserve || position.reserveFor(kind, text) !== null);
  }

  /** A click on a place. */
  touch(place: Place): void {
    const { held, piece } = this;
    if (!held) return;
    this.change((position) => (this.taking ? position.take(piece, place) : position.put(held, piece, place)));
  }

  setField(field: Field, seat: number, value: string): void {
    this.change((position) => position.setField(field, seat, value));
  }

  /** Everything of every kind back to where it comes from. */
  clear(): void {
    this.change((position) => {
      for (const kind of this.editing.pieces) {
        for (const place of position.placesFor(kind.name)) {
          for (let left = position.at(place).length; left > 0; left -= 1) position.take("", place);
        }
      }
    });
  }

  // ── what the engine says ──

  get found(): Found {
    const { table } = this.kit;
    let state: StateBytes;
    try {
      state = table.readUnchecked(this.#text);
    } catch (error) {
      return { state: null, wrong: b("edit.unreadable", { why: (error as Error).message }) };
    }
    const broken = table.rules.check(state);
    if (broken > 0) return { state, wrong: table.say(settings.language, `${table.description.game}.check.${broken}`, {}) };
    return { state, wrong: table.rules.onlyMove(state) >= 0 ? b("edit.only") : "" };
  }

  /** Pieces of which there are too many or too few, in words. */
  get uneven(): string[] {
    const { position } = this;
    return this.editing.pieces.flatMap((kind) =>
      this.playable(kind).flatMap((piece) => {
        const total = position.total(kind, piece);
        if (total === null || total === kind.each) return [];
        const words = { piece: this.pieces.nameOf(kind.name, piece, kind.texts.indexOf(piece)), count: Math.abs(total - kind.each) };
        return [b(total > kind.each ? "edit.toomany" : "edit.toofew", words)];
      }),
    );
  }

  // ── what is drawn ──

  get state(): StateBytes {
    const { state } = this.found;
    if (state) this.#drawn = state;
    return this.#drawn;
  }

  get facts(): Facts {
    const { functions, rules } = this.kit.table;
    return functions.view(rules.read(this.state));
  }

  /** Every seat's points if play stopped now; of what no game can reach, those that are written. */
  get points(): number[] {
    const { rules } = this.kit.table;
    return this.found.wrong ? rules.stand(this.state, this.players).points : rules.scoreNow(this.state, this.players);
  }

  nameOf({ family }: Place, written: string): string {
    const piece = bare(written);
    const kind = this.editing.pieces.find(({ name, texts }) => family.pieces.includes(name) && texts.includes(piece));
    return kind ? this.pieces.nameOf(kind.name, piece, kind.texts.indexOf(piece)) : b("edit.marker");
  }

  get players(): number {
    return Number(this.kit.table.rules.read(this.state)["players"]);
  }

  get seatNames(): string[] {
    return namesFor(this.players, this.names);
  }

  get summary(): Summary {
    return summaryOf(this.kit.table, this.state, this.seatNames);
  }
}
