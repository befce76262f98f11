/**
 * A position as text that is changed piece by piece. What is put somewhere comes from the reserve of its kind (the bag, a pile), and
 * goes back there when it is taken away; of a piece that exists once there is never a second. Nothing here knows a rule.
 */

import { type Editing, type Family, type Field, type Pieces, type Place, placesOf } from "./description";
import { bare, SHAPES } from "./forms";

const ONE_AT_A_TIME: Family["form"][] = ["cell", "word", "turned"];
const FROM_THE_LEFT: Family["form"][] = ["line", "row"];
/** Where the top of a plate points, in the order of its turns. */
const TURNS = "nesw";

export class PositionText {
  readonly #lines: string[][];

  constructor(
    readonly editing: Editing,
    text: string,
  ) {
    this.#lines = text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" "));
  }

  get text(): string {
    return `${this.#lines.map((line) => line.join(" ")).join("\n")}\n`;
  }

  copy(): PositionText {
    return new PositionText(this.editing, this.text);
  }

  #find(lines: string[], which: number): string[] | null {
    return this.#lines.filter(([first = ""]) => lines.includes(first))[which] ?? null;
  }

  // ── places ──

  /** Whether this position has a place: fewer players have fewer. */
  has({ family, which, word }: Place): boolean {
    return (this.#find(family.lines, which)?.length ?? 0) > word + 1;
  }

  /** The places where pieces of a kind may lie. */
  placesFor(kind: string): Place[] {
    return this.editing.places
      .filter(({ pieces }) => pieces.includes(kind))
      .flatMap(placesOf)
      .filter((place) => this.has(place));
  }

  #texts({ family }: Place): string[] {
    return this.editing.pieces.filter(({ name }) => family.pieces.includes(name)).flatMap(({ texts }) => texts);
  }

  /** What lies at a place, in its order. */
  at(place: Place): string[] {
    const line = this.#find(place.family.lines, place.which);
    return line ? SHAPES[place.family.form].read({ words: line.slice(1), place, texts: this.#texts(place) }) : [];
  }

  #lay(place: Place, pieces: string[]): void {
    const line = this.#find(place.family.lines, place.which);
    if (!line) return;
    const words = SHAPES[place.family.form].write({ words: line.slice(1), place, texts: this.#texts(place) }, pieces);
    line.splice(1, line.length - 1, ...words);
  }

  #room(place: Place): number {
    const { form, most } = place.family;
    if (ONE_AT_A_TIME.includes(form)) return 1;
    if (FROM_THE_LEFT.includes(form)) return this.#find(place.family.lines, place.which)?.[place.word + 1]?.length ?? 0;
    return most || Infinity;
  }

  /** Some places have room for so many in all, others for so many of each. */
  #hasRoom(place: Place, piece: string): boolean {
    const { form } = place.family;
    if (form === "set" && !piece.startsWith(this.#prefix(place))) return false;
    const counted = form === "totals" || form === "numbers";
    return (counted ? this.count(place, piece) : this.at(place).length) < this.#room(place);
  }

  // ── changes ──

  /** Put a piece somewhere: what was there makes way, and what lies there already is turned or taken away. */
  put(kind: Pieces, piece: string, place: Place): void {
    const there = this.at(place);
    const { form } = place.family;
    const alone = ONE_AT_A_TIME.includes(form);
    if (alone && bare(there[0] ?? "") === piece) {
      if (form === "turned") this.#lay(place, [turned(there[0] ?? "")]);
      else this.take(piece, place);
      return;
    }
    const goes = alone || (form === "line" && there.some((each) => each !== piece)) ? there : [];
    if (!goes.length && !this.#hasRoom(place, piece)) return;
    this.#fetch(kind, piece);
    if (goes.length) this.#lay(place, []);
    goes.forEach((each) => this.#giveBack(place, each));
    this.#lay(place, [...this.at(place), form === "turned" ? `${piece}@${TURNS[0] ?? ""}` : piece]);
  }

  /** Take the piece away if it lies there, else the one that lies on top. */
  take(piece: string, place: Place): void {
    const there = this.at(place);
    const fixed = ["line", "row", "stack"].includes(place.family.form);
    const known = there.filter((each) => this.#kindOf(place, each) !== null);
    const gone = !fixed && known.some((each) => bare(each) === piece) ? piece : bare(known.at(-1) ?? "");
    const at = there.map(bare).lastIndexOf(gone);
    if (at < 0) return;
    this.#lay(place, there.toSpliced(at, 1));
    this.#giveBack(place, gone);
  }

  #prefix({ family, which, word }: Place): string {
    return this.#find(family.lines, which)?.[word] ?? "";
  }

  #kindOf({ family }: Place, piece: string): Pieces | null {
    return this.editing.pieces.find(({ name, texts }) => family.pieces.includes(name) && texts.includes(bare(piece))) ?? null;
  }

  /** Where pieces of a kind come from; for some, each sort has a place of its own. */
  reserveFor({ reserve }: Pieces, piece: string): Place | null {
    const places = reserve ? placesOf(reserve).filter((place) => this.has(place)) : [];
    return places.find((place) => place.family.form !== "set" || piece.startsWith(this.#prefix(place))) ?? null;
  }

  /** One piece from the reserve; one that exists once from wherever it is. */
  #fetch(kind: Pieces, piece: string): void {
    const reserve = this.reserveFor(kind, piece);
    const from = kind.each === 1 ? [...this.placesFor(kind.name), ...(reserve ? [reserve] : [])] : reserve ? [reserve] : [];
    for (const place of from) {
      const there = this.at(place);
      const at = there.map(bare).indexOf(piece);
      if (at >= 0) this.#lay(place, there.toSpliced(at, 1));
    }
  }

  #giveBack(from: Place, written: string): void {
    const kind = this.#kindOf(from, written);
    const reserve = kind && this.reserveFor(kind, bare(written));
    if (!reserve) return;
    const there = this.at(reserve);
    const full = reserve.family.most > 0 && there.filter((each) => each === written).length >= reserve.family.most;
    if (!full) this.#lay(reserve, [bare(written), ...there]);
  }

  // ── numbers ──

  count(place: Place, piece: string): number {
    return this.at(place).filter((each) => bare(each) === piece).length;
  }

  /** Say how many of a piece there are, without asking where they come from. */
  setCount(place: Place, piece: string, count: number): void {
    const others = this.at(place).filter((each) => each !== piece);
    this.#lay(place, [...others, ...Array.from({ length: count }, () => piece)]);
  }

  /** How many of a piece there are, wherever they are; null where that is not counted. */
  total(kind: Pieces, piece: string): number | null {
    if (!kind.each) return null;
    const reserve = this.reserveFor(kind, piece);
    return [...this.placesFor(kind.name), ...(reserve ? [reserve] : [])].reduce((sum, place) => sum + this.count(place, piece), 0);
  }

  /** Let the reserve have exactly what is nowhere else. */
  balance(): void {
    for (const kind of this.editing.pieces.filter(({ each, reserve }) => each > 0 && reserve)) {
      for (const piece of kind.texts) {
        const reserve = this.reserveFor(kind, piece);
        const total = this.total(kind, piece);
        if (!reserve || total === null) continue;
        const there = this.at(reserve);
        const wanted = Math.max(0, kind.each - (total - this.count(reserve, piece)));
        const kept = there.filter((each) => bare(each) === piece).slice(0, wanted);
        const others = there.filter((each) => bare(each) !== piece);
        const fresh = Array.from({ length: wanted - kept.length }, () => piece);
        if (kept.length + fresh.length !== there.length - others.length) this.#lay(reserve, [...fresh, ...kept, ...others]);
      }
    }
  }

  // ── fields ──

  field({ lines, word }: Field, seat: number): string {
    return this.#find(lines, seat)?.[word + 1] ?? "";
  }

  setField(field: Field, seat: number, value: string): void {
    const line = this.#find(field.lines, seat);
    if (!line || line[field.word + 1] === undefined) return;
    line[field.word + 1] = value;
    if (field.carries) this.#carry(field.carries, value);
  }

  /** A letter lies with the seat that was chosen, if there is room, and with nobody else. */
  #carry([letter, name]: [string, string], seat: string): void {
    for (const place of this.editing.places.filter((family) => family.name === name).flatMap(placesOf)) {
      if (!this.has(place)) continue;
      const there = this.at(place).filter((each) => each !== letter);
      const here = String((place.numbers["seat"] ?? -1) + 1) === seat && there.length < this.#room(place);
      this.#lay(place, here ? [...there, letter] : there);
    }
  }
}

const turned = (written: string): string => {
  const [plate = "", top = ""] = written.split("@");
  return `${plate}@${TURNS[(TURNS.indexOf(top) + 1) % TURNS.length] ?? ""}`;
};
