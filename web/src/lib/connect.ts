/** The socket of a game: the server's, or that of this device for a game that is played here. */

import { isLocal } from "../local/ids";

/** The code with which the socket of a game of this device closes that was moved to the server meanwhile. */
export const MOVED = 4301;

/** As much of a WebSocket as a session uses. */
export interface GameSocket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((closing: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export function connect(id: string): GameSocket {
  if (isLocal(id)) return new LaterSocket(import("../local/socket").then(({ LocalSocket }) => new LocalSocket(id)));
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/api/games/${id}/socket`) as unknown as GameSocket;
}

/** A socket whose code is yet to be fetched. */
class LaterSocket implements GameSocket {
  onopen: GameSocket["onopen"] = null;
  onmessage: GameSocket["onmessage"] = null;
  onclose: GameSocket["onclose"] = null;
  #socket: GameSocket | null = null;
  #closed = false;

  constructor(later: Promise<GameSocket>) {
    later.then(
      (socket) => this.#come(socket),
      () => this.onclose?.({ code: 1006 }),
    );
  }

  get readyState(): number {
    return this.#closed ? WebSocket.CLOSED : (this.#socket?.readyState ?? WebSocket.CONNECTING);
  }

  send(text: string): void {
    this.#socket?.send(text);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #come(socket: GameSocket): void {
    this.#socket = socket;
    socket.onopen = () => this.onopen?.();
    socket.onmessage = (message) => this.onmessage?.(message);
    socket.onclose = (closing) => this.onclose?.(closing);
    if (this.#closed) socket.close();
    else if (socket.readyState === WebSocket.OPEN) this.onopen?.(); // it was quicker
  }
}
