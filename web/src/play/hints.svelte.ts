/** Help in a game against the computer on this device: first where to look, then the move, then why. A decision with help counts once. */

import type { Ghost } from "../games/game";
import { settings } from "../lib/settings.svelte";
import type { Choice, MovePreview, Parts } from "../lib/types";
import { isLocal } from "../local/ids";
import type { SaidReason } from "../table";
import type { Match } from "./match.svelte";

/** How long the engine looks for the best move, in seconds. */
const SECONDS = 1;
/** How much of a hint is shown. */
const LOOK = 1;
const MOVE = 2;
const WHY = 3;

interface Found {
  best: Choice;
  seen: MovePreview | undefined;
  /** The next best move, and why the best one is better; none where nothing else was looked at. */
  other: string;
  reasons: SaidReason[];
}

/** What of a match a hint depends on. */
type Helped = Pick<
  Match,
  "session" | "mine" | "myTurn" | "waiting" | "whole" | "base" | "draft" | "chooser" | "previews" | "game" | "facts"
>;

export class Hints {
  /** Decisions of this game with help. */
  count = $state(0);
  busy = $state(false);
  failed = $state(false);
  #step = $state(0);
  #found: Found | null = $state.raw(null);
  /** What the hint is about: it is of no use elsewhere. */
  #about: { base: unknown; draft: unknown } | null = $state.raw(null);
  #counted = new Set<number>();

  constructor(private readonly match: Helped) {
    const { id } = match.session;
    if (isLocal(id)) void this.#room().then((room) => (this.count = room.kept.hints ?? 0), Boolean);
  }

  /** Whether there is help now: alone against computers, on this device, with something to choose. */
  get offered(): boolean {
    const { session, mine, myTurn, waiting, whole, chooser } = this.match;
    const others = session.summary?.seats.filter(({ seat }) => !mine.includes(seat)) ?? [];
    const alone = mine.length === 1 && others.every(({ kind }) => kind === "computer");
    return isLocal(session.id) && alone && myTurn && !waiting && !whole && chooser.active;
  }

  /** How much is shown of a hint about this decision. */
  get step(): number {
    const about = this.#about;
    return about && about.base === this.match.base && about.draft === this.match.draft && this.#found ? this.#step : 0;
  }

  get #shown(): Found | null {
    return this.step >= LOOK && this.match.chooser.active ? this.#found : null;
  }

  /** The part of the board that the best move begins with. */
  get look(): Parts | null {
    const found = this.#shown;
    return found && Object.fromEntries(Object.entries(found.best.parts).filter(([name]) => name !== "target" && name !== "turn"));
  }

  /** Where to look, in words; may be empty. */
  get place(): string {
    return this.#shown && this.match.game ? this.match.game.group(this.#shown.best) : "";
  }

  get move(): string {
    return this.step >= MOVE ? (this.#shown?.best.say ?? "") : "";
  }

  get ghost(): Ghost | null {
    const { game, facts, previews, chooser } = this.match;
    const seen = this.step >= MOVE && !chooser.begun ? this.#shown?.seen : undefined;
    return seen && game && facts ? game.ghost(facts, seen, previews.scoring) : null;
  }

  get why(): Pick<Found, "other" | "reasons"> | null {
    return this.step >= WHY ? this.#shown : null;
  }

  /** A little more help. */
  async ask(): Promise<void> {
    this.failed = false;
    if (this.step > 0) this.#step = Math.min(WHY, this.#step + 1);
    else if (!this.busy) await this.#find();
  }

  /** No more of this hint. */
  drop(): void {
    this.#about = null;
    this.failed = false;
  }

  async #find(): Promise<void> {
    const { base, draft } = this.match;
    const isHere = (): boolean => this.match.base === base && this.match.draft === draft;
    this.busy = true;
    try {
      const found = await this.#think();
      if (!isHere()) return;
      await this.#note(base?.ply ?? 0);
      this.#found = found;
      this.#about = { base, draft };
      this.#step = LOOK;
    } catch {
      this.failed = isHere();
    } finally {
      this.busy = false;
    }
  }

  async #think(): Promise<Found> {
    const { session, chooser, draft, previews } = this.match;
    const [room, { explain }] = await Promise.all([this.#room(), import("../table")]);
    const { state } = room.after(draft.map(({ move }) => move));
    const { choices } = await room.kit.engine.analyse({ state, seat: session.seat }, { seconds: SECONDS });
    const [first, second] = choices;
    const best = chooser.choices.find(({ move }) => move === first?.move);
    if (!best) throw new Error("no move was found");
    await previews.ask([best]);
    const kit = room.kit.table;
    const { language } = settings;
    const reasons = second ? explain(kit, state, [best.move, second.move], room.names(), language) : [];
    return { best, seen: previews.get(best.move), other: second ? kit.sayMove(second.move, language) : "", reasons };
  }

  /** Count the decision, once; kept before it is shown. */
  async #note(ply: number): Promise<void> {
    if (this.#counted.has(ply)) return;
    const room = await this.#room();
    const hints = (room.kept.hints ?? 0) + 1;
    await room.note({ hints });
    this.#counted.add(ply);
    this.count = hints;
  }

  async #room(): Promise<import("../local/room").LocalRoom> {
    const { findRoom } = await import("../local/house");
    return findRoom(this.match.session.id);
  }
}
