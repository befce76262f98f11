/** The threads of a review: whatever is asked is done by the next one that is free. */

import { EngineError } from "../engine/errors";
import { addressOf, BASE, fetchFiles } from "../engine/files";
import type { Answer, Effort, Question } from "./desk";
import type { MakeReview, ReviewFunctions } from "./functions";
import type { Asked, Told } from "./worker";

const MOST_THREADS = 4;

interface Job {
  asked: Question;
  done: (answer: Answer) => void;
  failed: (error: Error) => void;
}

class Hand {
  readonly #worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

  ask(asked: Asked): Promise<Told> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Told>) =>
        data.type === "failed" ? reject(new EngineError(data.message)) : resolve(data);
      this.#worker.onerror = ({ message }) => reject(new EngineError(message || "a thread stopped"));
      this.#worker.postMessage(asked);
    });
  }

  close(): void {
    this.#worker.terminate();
  }
}

export class Crew {
  readonly #waiting: Job[] = [];
  #hands: Hand[] = [];
  #free: Hand[] = [];

  private constructor(readonly functions: ReviewFunctions) {}

  /** As many threads as this device has cores, up to four; an `EngineError` where there is no engine. */
  static async open(game: string, effort: (usual: Omit<Effort, "seed">) => Effort): Promise<Crew> {
    const [files, address] = await Promise.all([fetchFiles(game, BASE), addressOf(game)]);
    const functions = new URL(`${address}.js`, location.href).href;
    const { makeReview } = (await import(/* @vite-ignore */ functions)) as { makeReview: MakeReview };
    const { review } = files.description.players;
    const crew = new Crew(makeReview({ review_of: () => review }));
    const count = Math.min(Math.max(navigator.hardwareConcurrency, 1), MOST_THREADS);
    crew.#hands = Array.from({ length: count }, () => new Hand());
    try {
      await Promise.all(crew.#hands.map((hand) => hand.ask({ type: "open", files, functions, effort: effort(review) })));
    } catch (error) {
      crew.close();
      throw error;
    }
    crew.#free = [...crew.#hands];
    return crew;
  }

  ask(asked: Question): Promise<Answer> {
    return new Promise((done, failed) => {
      this.#waiting.push({ asked, done, failed });
      this.#next();
    });
  }

  #next(): void {
    const hand = this.#waiting.length > 0 ? this.#free.pop() : undefined;
    const job = hand && this.#waiting.shift();
    if (!hand || !job) return;
    hand
      .ask(job.asked)
      .then((told) => job.done(told as Answer), job.failed)
      .finally(() => {
        this.#free.push(hand);
        this.#next();
      });
  }

  /** End all threads; what was asked and not answered stays so. */
  close(): void {
    this.#waiting.length = 0;
    for (const hand of this.#hands.splice(0)) hand.close();
    this.#free = [];
  }
}
