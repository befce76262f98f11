/** Help in a game against the computer: first where to look, then the move, then why. A decision with help counts once. */

import type { Ghost } from "../games/game";
import { api } from "../lib/api";
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
  busy = $state(false);
  failed = $state(false);
  #step = $state(0);
  #found: Found | null = $state.raw(null);
  /** What the hint is about: it is of no use elsewhere. */
  #about: string | null = $state(null);
  #counted = new Set<number>();
  #here = $state(0);

  constructor(private readonly match: Helped) {
    const { id } = match.session;
    if (isLocal(id)) void this.#room().then((room) => (this.#here = room.kept.hints ?? 0), Boolean);
  }

  /** Decisions of this game with help. */
  get count(): number {
    const { session } = this.match;
    return isLocal(session.id) ? this.#here : (session.summary?.hints ?? []).reduce((sum, each) => sum + each, 0);
  }

  /** Whether there is help now: alone against computers, with something to choose. */
  get offered(): boolean {
    const { session, mine, myTurn, waiting, whole, chooser } = this.match;
    const others = session.summary?.seats.filter(({ seat }) => !mine.includes(seat)) ?? [];
    const alone = mine.length === 1 && others.every(({ kind }) => kind === "computer");
    return alone && others.length > 0 && myTurn && !waiting && !whole && chooser.active;
  }

  /** How much is shown of a hint about this decision. */
  get step(): number {
    return this.#about !== null && this.#about === this.#decision && this.#found ? this.#step : 0;
  }

  /** The decision one is at: the same position, with the same steps of the turn made. That a hint counts changes nothing. */
  get #decision(): string {
    const { base, draft } = this.match;
    return JSON.stringify([base?.ply, base?.view, draft.map(({ move }) => move)]);
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
    const { base } = this.match;
    const decision = this.#decision;
    const isHere = (): boolean => this.#decision === decision;
    this.busy = true;
    try {
      if (!isLocal(this.match.session.id)) await this.#tell(base?.ply ?? 0);
      const found = await this.#think();
      if (!isHere()) return;
      if (isLocal(this.match.session.id)) await this.#note(base?.ply ?? 0);
      this.#found = found;
      this.#about = decision;
      this.#step = LOOK;
    } catch {
      this.failed = isHere();
    } finally {
      this.busy = false;
    }
  }

  async #think(): Promise<Found> {
    const { session, chooser, previews } = this.match;
    const asked = await this.#position();
    if (!asked) return this.#askServer();
    const { kit: opened, state } = asked;
    const { explain } = await import("../table");
    const { choices } = await opened.engine.analyse({ state, seat: session.seat }, { seconds: SECONDS });
    const [first, second] = choices;
    const best = chooser.choices.find(({ move }) => move === first?.move);
    if (!best) throw new Error("no move was found");
    await previews.ask([best]);
    const kit = opened.table;
    const { language } = settings;
    const names = session.summary?.seats.map(({ name }) => name) ?? [];
    const reasons = second ? explain(kit, state, [best.move, second.move], names, language) : [];
    return { best, seen: previews.get(best.move), other: second ? kit.sayMove(second.move, language) : "", reasons };
  }

  /** What the engine on this device thinks about; null where there is none. */
  async #position(): Promise<{ kit: import("../local/kits").Kit; state: Uint8Array } | null> {
    const { session, draft } = this.match;
    const moves = draft.map(({ move }) => move);
    if (isLocal(session.id)) {
      const room = await this.#room();
      return { kit: room.kit, state: room.after(moves).state };
    }
    const [{ openKit }, { Table }] = await Promise.all([import("../local/kits"), import("../table")]);
    const kit = await openKit(session.summary?.name ?? "").catch(() => null);
    if (!kit) return null;
    const table = Table.at(kit.table, await this.#text());
    for (const move of moves) table.play(move);
    return { kit, state: table.state };
  }

  /** The position as text, as one's own seat sees it. */
  #text(): Promise<string> {
    const { session, base } = this.match;
    return api.position(session.id, base?.ply ?? 0, String(session.seat));
  }

  /** The server's engine looks for the move; without reasons, which need the rules here. */
  async #askServer(): Promise<Found> {
    const { chooser, draft, previews } = this.match;
    const { moves } = await api.judge({ position: await this.#text(), moves: draft.map(({ move }) => ({ move })) });
    const best = chooser.choices.find(({ move }) => move === moves[0]?.move.move);
    if (!best) throw new Error("no move was found");
    await previews.ask([best]);
    return { best, seen: previews.get(best.move), other: moves[1]?.move.say ?? "", reasons: [] };
  }

  /** Tell the server, which counts the decision once, before anything is looked for. */
  async #tell(ply: number): Promise<void> {
    if (this.#counted.has(ply)) return;
    const { type, say } = await this.match.session.ask("hint", { ply });
    if (type !== "ack") throw new Error(say);
    this.#counted.add(ply);
  }

  /** Count the decision, once; kept before it is shown. */
  async #note(ply: number): Promise<void> {
    if (this.#counted.has(ply)) return;
    const room = await this.#room();
    const hints = (room.kept.hints ?? 0) + 1;
    await room.note({ hints });
    this.#counted.add(ply);
    this.#here = hints;
  }

  async #room(): Promise<import("../local/room").LocalRoom> {
    const { findRoom } = await import("../local/house");
    return findRoom(this.match.session.id);
  }
}
