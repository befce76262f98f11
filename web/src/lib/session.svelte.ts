/**
 * One game over its socket: what the server says of it, kept up to date across lost connections. Every event has a number,
 * every move an id, so nothing is missed and nothing is played twice.
 */

import type { State } from "./api-types";
import { connect, type GameSocket, MOVED } from "./connect";
import { contribute } from "./contributing";
import { settings } from "./settings.svelte";
import type { Choice, GameEvent, GameState, Movement, Presence, Previewed, Summary, Told } from "./types";

/** The frames that answer a question of ours. */
type Answering = Extract<Told, { type: "ack" | "stale" | "refused" | "tried" | "previewed" | "ahead" | "pong" }>;

/** A state with the facts that the game's own module knows. */
const drawable = (state: State | null): GameState | null => state as GameState | null;

export interface Answer {
  type: Answering["type"];
  say: string;
  state: GameState | null;
  reveals: boolean;
  movements: Movement[];
  previewed: Previewed | null;
  choices: Choice[];
  game: string | null;
}

interface Waiting {
  frame: Record<string, unknown>;
  done: (answer: Answer) => void;
}

const PING_EVERY = 15_000;
const SILENCE = 32_000;
type Failure = "forbidden" | "unknown" | "moved";
/** Why a connection is not tried again, by the code it was closed with. */
const GONE: Record<number, Failure> = { 4403: "forbidden", 4404: "unknown", [MOVED]: "moved" };

export class Session {
  summary: Summary | null = $state.raw(null);
  state: GameState | null = $state.raw(null);
  log: GameEvent[] = $state.raw([]);
  presence: Presence | null = $state.raw(null);
  thinking: number | null = $state(null);
  online = $state(false);
  tried = $state(0);
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead = $state(0);
  failure: Failure | null = $state(null);
  greetings: { seat: number; say: string; key: number }[] = $state.raw([]);
  /** Called for each new event with the state after it, in order. */
  onevent: (event: GameEvent, state: GameState | null) => void = () => {};
  /** Called when the position must be drawn afresh, without telling how it came about. */
  onreset: (state: GameState | null) => void = () => {};
  /** Called when somebody came, left or took their seat again. */
  onseats: () => void = () => {};

  #socket: GameSocket | null = null;
  #seen = 0;
  #seat = $state(-1);
  #waiting = new Map<string, Waiting>();
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #counter = 0;
  #asked: Summary | null = null;
  #contributing = false;
  #nudge = (): void => this.#wake();

  constructor(
    readonly id: string,
    seat: number,
  ) {
    this.#seat = seat;
    addEventListener("online", this.#nudge);
    document.addEventListener("visibilitychange", this.#nudge);
    this.#open();
    this.#pulse = setInterval(() => this.#check(), PING_EVERY);
  }

  /** The seat whose eyes we see with; -1 watches. */
  get seat(): number {
    return this.#seat;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    removeEventListener("online", this.#nudge);
    document.removeEventListener("visibilitychange", this.#nudge);
    this.#socket?.close();
  }

  look(seat: number): void {
    this.#seat = seat;
    this.#tell({ type: "look", seat });
  }

  async speak(language: string, events: () => Promise<{ events: GameEvent[] }>): Promise<void> {
    this.#tell({ type: "look", language });
    this.log = (await events()).events;
  }

  greet(greeting: string): void {
    this.#tell({ type: "greet", greeting });
  }

  think(ply: number): void {
    this.#tell({ type: "thinking", ply });
  }

  /** Ask something that gets an answer; moves are asked again after a lost connection, with the same id. */
  ask(type: string, fields: Record<string, unknown>): Promise<Answer> {
    const id = `${Date.now().toString(36)}-${(this.#counter += 1)}-${Math.random().toString(36).slice(2, 8)}`;
    const frame = { type, id, ...fields };
    return new Promise((done) => {
      this.#waiting.set(id, { frame, done });
      this.#tell(frame);
    });
  }

  #tell(frame: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN && this.online) this.#socket.send(JSON.stringify(frame));
  }

  #open(): void {
    const socket = connect(this.id);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", seat: this.#seat, language: settings.language, after: this.#seen }));
    socket.onmessage = (message) => {
      this.#heard = Date.now();
      if (socket === this.#socket) this.#hear(JSON.parse(String(message.data)) as Told);
    };
    socket.onclose = (closing) => {
      if (socket !== this.#socket) return;
      this.online = false;
      this.failure = GONE[closing.code] ?? null;
      if (this.failure) return;
      if (!this.#closed) this.#again();
    };
  }

  #again(): void {
    this.tried += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), Math.min(8000, 300 * 2 ** Math.min(this.tried, 5)) * (0.7 + Math.random() * 0.6));
  }

  #wake(): void {
    if (this.#closed || this.failure || document.hidden) return;
    if (!this.#socket || this.#socket.readyState === WebSocket.CLOSED) {
      clearTimeout(this.#retry);
      this.#open();
    } else this.#check();
  }

  /** A connection that says nothing any more is replaced: phones that slept often still think they have one. */
  #check(): void {
    if (this.#closed || this.#socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heard > SILENCE) {
      const old = this.#socket;
      this.#socket = null;
      old.close();
      this.online = false;
      this.#again();
    } else this.#tell({ type: "ping", id: "pulse" });
  }

  #hear(frame: Told): void {
    switch (frame.type) {
      case "welcome":
        return this.#welcome(frame);
      case "event":
        return this.#event(frame.event, drawable(frame.state));
      case "state":
        return this.#reset(drawable(frame.state));
      case "summary":
        this.summary = frame.summary as Summary;
        void this.#contribute();
        return this.onseats();
      case "presence":
        this.presence = frame.presence;
        this.thinking = frame.thinking;
        return;
      case "greeting":
        return this.#greeted(frame.seat, frame.say);
      case "error":
        return;
      case "pong":
        this.#setClock(frame.time);
        return this.#answer(frame);
      default:
        this.#answer(frame);
    }
  }

  /** The server has told what its clock says; this device's may be wrong, and may be set. */
  #setClock(time: number): void {
    this.ahead = time - Date.now();
  }

  #answer(frame: Answering): void {
    const waiting = this.#waiting.get(frame.id ?? "");
    if (!waiting) return;
    this.#waiting.delete(frame.id ?? "");
    waiting.done({
      type: frame.type,
      say: "say" in frame ? frame.say : "",
      state: frame.type === "tried" ? drawable(frame.state) : null,
      reveals: frame.type === "tried" && frame.reveals,
      movements: frame.type === "tried" ? frame.movements : [],
      previewed: frame.type === "previewed" ? frame : null,
      choices: frame.type === "ahead" ? frame.choices : [],
      game: frame.type === "ack" ? frame.game : null,
    });
  }

  #welcome(frame: Extract<Told, { type: "welcome" }>): void {
    const first = this.#seen === 0;
    this.online = true;
    this.tried = 0;
    this.#setClock(frame.time);
    this.summary = frame.summary as Summary;
    this.presence = frame.presence;
    const fresh = frame.events.filter((event) => event.number > this.#seen);
    this.log = [...this.log, ...fresh];
    this.#seen = Math.max(this.#seen, frame.summary.number, ...fresh.map((event) => event.number));
    this.state = drawable(frame.state);
    const last = fresh.at(-1);
    if (!first && fresh.length === 1 && last) this.onevent(last, this.state);
    else this.onreset(this.state);
    for (const { frame: unanswered } of this.#waiting.values()) this.#tell(unanswered);
    void this.#contribute();
  }

  /** This browser's part in the draws, one step after the other: each answer brings a new summary, which may ask for the next. */
  async #contribute(): Promise<void> {
    this.#asked = this.summary;
    if (this.#contributing) return;
    this.#contributing = true;
    while (this.#asked) {
      const summary: Summary = this.#asked;
      this.#asked = null;
      await contribute(summary, (type, fields) => this.ask(type, fields)).catch(() => undefined);
    }
    this.#contributing = false;
  }

  #event(event: GameEvent, state: GameState | null): void {
    if (event.number <= this.#seen) return;
    this.#seen = event.number;
    this.log = [...this.log, event];
    this.thinking = null;
    this.state = state;
    this.onevent(event, state);
  }

  #reset(state: GameState | null): void {
    this.state = state;
    this.onreset(state);
  }

  #greeted(seat: number, say: string): void {
    const greeting = { seat, say, key: (this.#counter += 1) };
    this.greetings = [...this.greetings, greeting];
    setTimeout(() => {
      this.greetings = this.greetings.filter((other) => other !== greeting);
    }, 5000);
  }
}
