/** Answers the frames that a game's socket sends, for a game on this device: docs/api.md says what each means. */

import { EngineError } from "../engine/errors";
import { MOVED } from "../lib/connect";
import { t } from "../lib/words.svelte";
import type { GameState, Told } from "../lib/types";
import { Illegal } from "../table";
import { findRoom, forgetRoom, rematch } from "./house";
import { type Listener, type LocalRoom, NeedsServer, Stale } from "./room";
import { think } from "./thinking";

interface Frame {
  type: string;
  id?: string;
  seat?: number;
  language?: string;
  after?: number;
  ply?: number;
  moves?: number[];
  choices?: number[];
}

/** Why something was not done. */
function refusalOf(error: unknown): { error: "illegal" | "storage"; say: string } {
  if (error instanceof NeedsServer) return { error: "illegal", say: t("local.server") };
  return error instanceof Illegal ? { error: "illegal", say: t("local.illegal") } : { error: "storage", say: t("local.failed") };
}

/** A frame with a state whose facts this app can draw. */
type Drawn = { type: "event" | "state" | "welcome" | "tried"; state: GameState } & Record<string, unknown>;

/** As much of a WebSocket as a session uses. */
export class LocalSocket implements Listener {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closing: { code: number }) => void) | null = null;
  #room: LocalRoom | null = null;
  #seat = -1;
  #language = "en";

  constructor(id: string) {
    void findRoom(id).then(
      (room) => this.#opened(room),
      (error: unknown) => this.#end(error instanceof EngineError ? 1006 : 4404), // what plays it may be fetched later
    );
  }

  send(text: string): void {
    const frame = JSON.parse(text) as Frame;
    void this.#answer(frame).catch((error: unknown) => {
      if (error instanceof Stale) return this.#stale(frame.id ?? "");
      if (frame.id !== undefined) this.#say({ type: "refused", id: frame.id, ...refusalOf(error) });
    });
  }

  close(): void {
    this.#end(1000);
  }

  #opened(room: LocalRoom): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.#room = room;
    this.readyState = WebSocket.OPEN;
    room.listeners.add(this);
    this.onopen?.();
  }

  #end(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#room?.listeners.delete(this);
    this.onclose?.({ code });
  }

  #say(frame: Told | Drawn): void {
    if (this.readyState === WebSocket.OPEN) this.onmessage?.({ data: JSON.stringify(frame) });
  }

  tell(at: number): void {
    const room = this.#room;
    if (!room) return;
    const addressed = this.#seat >= 0 ? this.#seat : room.alone;
    this.#say({ type: "event", event: room.event(at, this.#language, addressed), state: room.state(this.#seat, this.#language) });
    if (room.kept.entries[at]?.kind === "over") this.#say({ type: "summary", summary: room.summary() });
  }

  async #answer(frame: Frame): Promise<void> {
    const room = this.#room;
    if (!room) return;
    const { id = "", ply = room.ply, moves = [] } = frame;
    switch (frame.type) {
      case "hello":
        if (room.kept.handed !== null && !room.over) return this.#end(MOVED);
        this.#seat = frame.seat ?? -1;
        this.#language = frame.language ?? "en";
        return this.#welcome(room, frame.after ?? 0);
      case "look":
        this.#seat = frame.seat ?? this.#seat;
        this.#language = frame.language ?? this.#language;
        return this.#say({ type: "state", state: room.state(this.#seat, this.#language) });
      case "move":
        if (room.isComputer(this.#seat)) throw new Illegal("the computer plays that seat");
        await room.play(this.#seat, moves, ply);
        this.#acknowledge(room, id);
        return think(room);
      case "undo":
        await room.undo(this.#seat, ply);
        return this.#acknowledge(room, id);
      case "resign":
        await room.resign(frame.seat ?? -1);
        return this.#acknowledge(room, id);
      case "rematch":
        return this.#acknowledge(room, id, await rematch(room));
      case "try":
        return this.#try(room, id, moves);
      case "preview":
        return this.#say({ type: "previewed", id, ply: room.ply, ...room.after(moves).previews(frame.choices ?? []) });
      case "ahead":
        return this.#say({ type: "ahead", id, ply: room.ply, choices: room.table.ahead(this.#seat, this.#language) });
      case "ping":
        return this.#say({ type: "pong", id, time: Date.now() });
      case "thinking":
      case "greet":
        return;
      default:
        this.#say({ type: "refused", id, error: "illegal", say: t("local.server") });
    }
  }

  #welcome(room: LocalRoom, after: number): void {
    const addressed = this.#seat >= 0 ? this.#seat : room.alone;
    const events = room.kept.entries.map((_, at) => at).slice(after);
    this.#say({
      type: "welcome",
      summary: room.summary(),
      state: room.state(this.#seat, this.#language),
      events: events.map((at) => room.event(at, this.#language, addressed)),
      presence: { seats: room.seats.map(() => true), watchers: 0, takeover_at: room.seats.map(() => null) },
      after: room.kept.entries.length,
      time: Date.now(),
    });
    void think(room);
  }

  #stale(id: string): void {
    const room = this.#room;
    if (!room) return;
    this.#say({ type: "stale", id, ply: room.ply, say: t("local.stale") });
    this.#say({ type: "state", state: room.state(this.#seat, this.#language) });
  }

  /** The session connects again, and reads the game anew. */
  end(): void {
    if (this.#room) forgetRoom(this.#room);
    this.#end(1006);
  }

  #acknowledge(room: LocalRoom, id: string, game: string | null = null): void {
    this.#say({ type: "ack", id, number: room.kept.entries.length, ply: room.ply, game });
  }

  /** What moves would lead to, up to the first that would show something new. */
  #try(room: LocalRoom, id: string, moves: number[]): void {
    const { rules } = room.kit.table;
    const table = room.table.copy();
    const shows = moves.some((move) => {
      if (rules.reveals(table.state, move)) return true;
      table.play(move);
      return false;
    });
    const last = table.made.at(-1);
    const movements = shows || !last ? [] : table.story(last, room.names(), [this.#seat], this.#language, this.#seat).movements;
    const state = table.show(this.#seat, this.#language, { number: room.kept.entries.length, undo: false });
    this.#say({ type: "tried", id, ply: room.ply, state, reveals: shows, movements });
  }
}
