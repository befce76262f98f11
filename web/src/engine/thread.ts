/** One worker of the engine, and who waits for its answers. */

import { EngineError } from "./errors";
import type { Asked, Files, Told } from "./messages";

type Listener = (told: Told) => void;

const nobody: Listener = () => undefined;

export class Thread {
  private readonly worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private listener = nobody;

  private constructor() {
    this.worker.addEventListener("message", ({ data }: MessageEvent<Told>) => this.listener(data));
    this.worker.addEventListener("error", ({ message }) => this.listener({ type: "failed", id: -1, message: message || "it stopped" }));
  }

  /** A worker that is ready for questions; its own code is fetched while we wait for the engine's. */
  static async start(waiting: Files | Promise<Files>): Promise<Thread> {
    const thread = new Thread();
    try {
      await thread.open(await waiting);
    } catch (error) {
      thread.close();
      throw error;
    }
    return thread;
  }

  private open(files: Files): Promise<void> {
    return new Promise((resolve, reject) => {
      this.ask({ type: "open", id: -1, ...files }, (told) => {
        if (told.type === "opened") resolve();
        else if (told.type === "failed") reject(new EngineError(told.message));
      });
    });
  }

  /** Ask something; the listener hears all answers to it, until something else is asked. */
  ask(asked: Exclude<Asked, { type: "cancel" }>, listener: Listener): void {
    this.listener = (told) => (told.id === asked.id || told.id === -1) && listener(told);
    this.worker.postMessage(asked);
  }

  /** Stop a search between two of its slices; its answers are heard no more. */
  cancel(id: number): void {
    this.listener = nobody;
    this.worker.postMessage({ type: "cancel", id } satisfies Asked);
  }

  close(): void {
    this.listener = nobody;
    this.worker.terminate();
  }
}
