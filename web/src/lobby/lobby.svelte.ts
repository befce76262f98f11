/** The lobby as the server tells it, for as long as the page is open: tables, pools, games to watch. */

import { api } from "../lib/api";
import type { Lobby, LobbyTold, Pool, ToldInLobby } from "../lib/api-types";
import type { Language } from "../lib/settings.svelte";

const AGAIN = 2000;
const PING_EVERY = 20_000;

export class LobbySession {
  lobby = $state.raw<Lobby | null>(null);
  mine = $state.raw<string[]>([]);
  seeking = $state.raw<Pool | null>(null);
  online = $state(true);
  failure = $state("");
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval>;
  #closed = false;
  /** What is to be asked for as soon as there is a connection. */
  #wanted: Pool | null = null;
  /** Whether the server knows who is at the other end of the socket. */
  #known = false;

  constructor(
    readonly language: Language,
    readonly onpaired: (game: string) => void,
  ) {
    this.#open();
    this.#pulse = setInterval(() => this.#send({ type: "ping", id: "p" }), PING_EVERY);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    this.#socket?.close();
  }

  /** Wait in a pool under a name; the socket is opened anew where it was opened by nobody in particular. */
  async seek(pool: Pool, name: string): Promise<void> {
    this.failure = "";
    try {
      await api.rename(name);
    } catch (error) {
      this.failure = (error as Error).message;
      return;
    }
    this.#wanted = pool;
    if (this.#known) this.#ask();
    else this.#socket?.close();
    this.#known = true;
  }

  stop(): void {
    this.#wanted = null;
    this.#send({ type: "stop", id: "s" });
  }

  #ask(): void {
    if (this.#wanted) this.#send({ type: "seek", id: "s", ...this.#wanted });
  }

  #send(frame: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.#socket = new WebSocket(`${scheme}//${location.host}/api/lobby/socket`));
    socket.onopen = () => {
      this.online = true;
      this.#send({ type: "hello", language: this.language });
      this.#ask();
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as ToldInLobby);
    socket.onclose = () => {
      if (this.#closed) return;
      const asked = this.#wanted !== null && this.online;
      this.online = asked;
      this.#retry = setTimeout(() => this.#open(), asked ? 0 : AGAIN);
    };
  }

  #hear(frame: ToldInLobby): void {
    if (frame.type === "lobby") this.#see(frame);
    else if (frame.type === "seeking") this.seeking = frame.seeking;
    else if (frame.type === "paired") this.onpaired(frame.game);
    else if (frame.type === "refused") {
      this.failure = frame.say;
      this.#wanted = this.seeking = null;
    }
  }

  #see({ lobby, mine, seeking }: LobbyTold): void {
    this.lobby = lobby;
    this.mine = mine;
    this.seeking = seeking;
  }
}
