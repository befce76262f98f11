/** Answers the frames that a game's socket sends, for a game on this device: docs/api.md says what each means. */

import { t } from "../lib/words.svelte";
import type { GameState, Told } from "../lib/types";
import { Illegal } from "../table";
import { findRoom, rematch } from "./house";
import type { LocalRoom } from "./room";
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

/** A frame with a state whose facts this app can draw. */
type Drawn = { type: "event" | "state" | "welcome" | "tried"; state: GameState } & Record<string, unknown>;

/** As much of a WebSocket as a session uses. */
export class LocalSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((closing: { code: number }) => void) | null = null;
  #room: LocalRoom | null = null;
  #seat = -1;
  #language = "en";
  #tell = (at: number): void => this.#event(at);

  constructor(id: string) {
    void findRoom(id).then(
      (room) => this.#opened(room),
      () => this.#end(4404),
    );
  }

  send(text: string): void {
    const frame = JSON.parse(text) as Frame;
    void this.#answer(frame).catch((error: unknown) => {
      const say = error instanceof Illegal ? t("local.illegal") : t("local.failed");
      if (frame.id !== undefined)
        this.#say({ type: "refused", id: frame.id, error: error instanceof Illegal ? "illegal" : "storage", say });
    });
  }

  close(): void {
    this.#end(1000);
  }

  #opened(room: LocalRoom): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.#room = room;
    this.readyState = WebSocket.OPEN;
    room.listeners.add(this.#tell);
    this.onopen?.();
  }

  #end(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#room?.listeners.delete(this.#tell);
    this.onclose?.({ code });
  }

  #say(frame: Told | Drawn): void {
    if (this.readyState === WebSocket.OPEN) this.onmessage?.({ data: JSON.stringify(frame) });
  }

  #event(at: number): void {
    const room = this.#room;
    if (!room) return;
    const addressed = this.#seat >= 0 ? this.#seat : room.alone;
    this.#say({ type: "event", event: room.event(at, this.#language, addressed), state: room.state(this.#seat, this.#language) });
  }

  async #answer(frame: Frame): Promise<void> {
    const room = this.#room;
    if (!room) return;
    const { id = "", ply = room.ply, moves = [] } = frame;
    switch (frame.type) {
      case "hello":
        this.#seat = frame.seat ?? -1;
        this.#language = frame.language ?? "en";
        return this.#welcome(room, frame.after ?? 0);
      case "look":
        this.#seat = frame.seat ?? this.#seat;
        this.#language = frame.language ?? this.#language;
        return this.#say({ type: "state", state: room.state(this.#seat, this.#language) });
      case "move":
        if (ply !== room.ply) return this.#stale(room, id);
        await room.play(this.#seat, moves);
        this.#acknowledge(room, id);
        return think(room);
      case "undo":
        if (ply !== room.ply) return this.#stale(room, id);
        await room.undo(this.#seat);
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

  #stale(room: LocalRoom, id: string): void {
    this.#say({ type: "stale", id, ply: room.ply, say: t("local.stale") });
    this.#say({ type: "state", state: room.state(this.#seat, this.#language) });
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
