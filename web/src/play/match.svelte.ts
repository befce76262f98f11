/**
 * A game on the screen: what the server said last, what of it is drawn already, and the turn being put together.
 * A turn is tried step by step at the server, can be taken back step by step, and is played as a whole.
 */

import { api } from "../lib/api";
import { Chooser } from "../lib/chooser.svelte";
import { hurry, pause, travel } from "../lib/motion";
import { Session } from "../lib/session.svelte";
import { settings } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import type { Choice, Facts, GameEvent, GameState, Movement, SeatSummary, Summary } from "../lib/types";
import { loadGame, type Beat, type GameModule } from "../games/game";

interface Item {
  event: GameEvent;
  state: GameState | null;
}
export interface Note {
  spot: string;
  points: number;
  text: string;
  key: number;
}

const FLIGHT = 520;
const FAR_BEHIND = 6;

export class Match {
  readonly session: Session;
  readonly chooser = new Chooser();
  game: GameModule | null = $state.raw(null);
  /** The state that is drawn, apart from what is still on its way. */
  base: GameState | null = $state.raw(null);
  facts: Facts | null = $state.raw(null);
  preview: number[] = $state.raw([]);
  draft: Choice[] = $state.raw([]);
  /** The turn is whole and waits for a yes; `reveals` when there is no way back after it. */
  whole: { reveals: boolean } | null = $state.raw(null);
  waiting = $state(false);
  busy = $state(false);
  message = $state("");
  notes: Note[] = $state.raw([]);
  marks: ReadonlySet<string> = $state.raw(new Set<string>());
  /** The seat whose person should take the screen now. */
  handover: number | null = $state(null);
  root: HTMLElement | null = null;

  #queue: Item[] = [];
  #states: GameState[] = [];
  #shown = 0;
  #running = false;
  #hurried = false;
  #skip: () => void = () => {};
  #notes = 0;

  constructor(summary: Summary) {
    const mine = summary.seats.filter((seat) => seat.mine && seat.kind !== "computer");
    this.session = new Session(summary.game, mine.length === 1 ? (mine[0]?.seat ?? -1) : -1);
    this.session.summary = summary;
    this.session.onevent = (event, state) => {
      this.#queue.push({ event, state });
      void this.#run();
    };
    this.session.onreset = (state) => {
      this.#queue = [];
      this.hurry();
      if (!this.#running) this.#settle(state);
    };
    this.session.onseats = () => {
      if (!this.#running) this.#settle(this.session.state);
    };
    this.chooser.onmove = (choice) => void this.step(choice);
    void loadGame(summary.name).then((game) => {
      this.game = game;
    });
  }

  close(): void {
    this.session.close();
  }

  /** Seats played by people at this screen. */
  get mine(): number[] {
    return (this.session.summary?.seats ?? [])
      .filter((seat) => seat.mine && seat.kind !== "computer" && !seat.left)
      .map((seat) => seat.seat);
  }

  /** Whether the person at this screen is to decide: not the computer that plays on for somebody who left. */
  #decides(state: GameState | null): boolean {
    return state !== null && state.turn !== null && state.turn === this.session.seat && this.mine.includes(state.turn);
  }

  get myTurn(): boolean {
    return this.#decides(this.base) && !this.busy;
  }

  /** Short name of the stage, such as the round. */
  get stage(): ReturnType<GameModule["stage"]> {
    return this.game && this.facts ? this.game.stage(this.facts) : null;
  }

  /** A seat of ours that the computer plays on for. */
  get lost(): SeatSummary | undefined {
    return this.session.summary?.seats.find((seat) => seat.mine && seat.left !== null);
  }

  /** The person everybody waits for, who is not here. */
  get missing(): SeatSummary | undefined {
    const seat = this.session.summary?.seats[this.base?.turn ?? -1];
    const gone = seat && seat.kind !== "computer" && !seat.mine && seat.left === null && this.session.presence?.seats[seat.seat] === false;
    return gone && this.session.online ? seat : undefined;
  }

  /** Show the rest of what is under way at once. */
  hurry(): void {
    this.#hurried = true;
    hurry();
    this.#skip();
  }

  // ── the turn being put together ──

  async step(choice: Choice): Promise<void> {
    const base = this.base;
    if (!base || this.waiting || this.whole) return;
    const moves = [...this.draft, choice];
    this.message = "";
    if (!settings.confirm && this.draft.length === 0 && this.game?.whole(choice)) {
      this.draft = moves;
      await this.commit();
      return;
    }
    this.waiting = true;
    const answer = await this.session.ask("try", { ply: base.ply, moves: moves.map((each) => each.move) });
    this.waiting = false;
    if (this.base !== base) return;
    if (answer.type !== "tried" || !answer.state) {
      this.message = answer.say;
      this.chooser.clear();
      return;
    }
    const tried = answer.state;
    const whole = answer.reveals || tried.turn !== this.session.seat;
    this.draft = moves;
    if (!answer.reveals) {
      this.#states.push(tried);
      await this.#showStep(tried, answer.movements);
    }
    if (!whole) this.chooser.offer(tried.legal);
    else if (settings.confirm) {
      this.chooser.choices = [];
      this.whole = { reveals: answer.reveals };
    } else await this.commit();
  }

  async #showStep(tried: GameState, movements: Movement[]): Promise<void> {
    const flights = this.facts && this.game ? this.game.flights(this.facts, movements) : [];
    sound("lay");
    this.chooser.choices = [];
    await this.#draw({ facts: tried.view, flights }, FLIGHT * 0.7);
    this.preview = tried.preview;
  }

  /** Take the last step of the turn back. */
  back(): void {
    if (this.chooser.begun && !this.whole) {
      this.chooser.clear();
      return;
    }
    if (this.whole?.reveals) this.whole = null;
    else {
      this.whole = null;
      this.#states.pop();
    }
    this.draft = this.draft.slice(0, -1);
    const state = this.#states.at(-1) ?? this.base;
    if (!state) return;
    this.facts = state.view;
    this.preview = state.preview;
    this.chooser.offer(state.legal);
  }

  async commit(): Promise<void> {
    const base = this.base;
    if (!base || this.draft.length === 0) return;
    const moves = this.draft.map((each) => each.move);
    this.#shown = this.#states.length;
    this.whole = null;
    this.waiting = true;
    this.chooser.choices = [];
    const answer = await this.session.ask("move", { ply: base.ply, moves });
    this.waiting = false;
    if (answer.type === "ack") return;
    this.message = answer.say;
    if (answer.type !== "refused") return;
    this.draft = [];
    this.chooser.clear();
    this.#settle(this.session.state);
  }

  async undo(): Promise<void> {
    if (!this.base) return;
    const answer = await this.session.ask("undo", { ply: this.base.ply });
    if (answer.type !== "ack") this.message = answer.say;
  }

  /** Who wants to take back and needs our answer. */
  get asker(): SeatSummary | undefined {
    const asked = this.base?.undo_asked;
    return asked && asked.waits_for.includes(this.session.seat) ? this.session.summary?.seats[asked.seat] : undefined;
  }

  /** We want to take back, and the others have yet to answer. */
  get asking(): boolean {
    const asked = this.base?.undo_asked;
    return asked ? this.mine.includes(asked.seat) : false;
  }

  async answerUndo(agree: boolean): Promise<void> {
    if (!this.base) return;
    const answer = await this.session.ask("answer_undo", { ply: this.base.ply, agree });
    if (answer.type !== "ack") this.message = answer.say;
  }

  // ── showing what happens ──

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    if (this.#queue.length > FAR_BEHIND || document.hidden) this.#queue.splice(0, this.#queue.length - 1);
    while (this.#queue.length > 0) {
      const item = this.#queue.shift();
      if (item) await this.#present(item);
    }
    this.#running = false;
    this.busy = false;
    this.#settle(this.session.state);
  }

  async #present({ event, state }: Item): Promise<void> {
    if (event.kind !== "move" || !state || !this.game || !this.facts) {
      if (event.kind === "over") sound("over");
      if (state) this.facts = state.view;
      return;
    }
    const own = this.mine.includes(event.seat);
    const shown = own && this.#shown > 0;
    if (shown) this.#shown -= 1;
    this.busy = true;
    this.#hurried = false;
    this.chooser.choices = [];
    const beats = this.game.beats(this.facts, event, state.view);
    for (const [at, beat] of beats.entries()) {
      if (shown && at === 0 && beats.length > 1) continue;
      await this.#beat(beat, own && at === 0);
    }
    this.marks = new Set(this.game.marks(event.seat, event.move, event.story));
    this.preview = state.preview;
  }

  async #beat(beat: Beat, quick: boolean): Promise<void> {
    if (beat.marks) this.marks = new Set(beat.marks);
    if (beat.notes?.length) {
      this.notes = beat.notes.map((note) => ({ ...note, key: (this.#notes += 1) }));
      sound(beat.notes.some(({ points }) => points > 0) ? "score" : "loss");
    } else if (beat.flights?.length) sound("lay");
    await this.#draw(beat, quick ? FLIGHT * 0.7 : FLIGHT);
    if (beat.look && !this.#hurried && !document.hidden && !(quick && !beat.notes?.length)) {
      const rest = pause(beat.look);
      this.#skip = rest.skip;
      await rest.done;
    }
    this.notes = [];
  }

  async #draw(beat: Beat, duration: number): Promise<void> {
    const change = (): void => {
      this.facts = beat.facts;
    };
    if (this.root && !this.#hurried) await travel(this.root, beat.flights ?? [], change, duration);
    else change();
  }

  /** Everything is drawn: now the next decision, or the next person. A turn under way stays as it is when only others came or went. */
  #settle(state: GameState | null): void {
    this.#hurried = false;
    const begun = this.draft.length > 0 || this.chooser.begun;
    if (begun && this.base?.ply === state?.ply && this.base?.seat === state?.seat && this.#decides(state) && !this.waiting) return;
    this.#states = [];
    this.#shown = 0;
    this.draft = [];
    this.whole = null;
    this.base = state;
    this.facts = state?.view ?? null;
    this.preview = state?.preview ?? [];
    this.chooser.offer(state && this.#decides(state) ? state.legal : []);
    if (state) this.#seatPeople(state);
  }

  /** On a hot seat, look with the eyes of whoever is to move; hide the board first where there is something to hide. */
  #seatPeople(state: GameState): void {
    const mine = this.mine;
    if (mine.length < 2 || state.over) {
      this.handover = null;
      const only = mine[0];
      if (mine.length === 1 && only !== undefined && this.session.seat !== only) this.session.look(only);
      return;
    }
    const turn = state.turn;
    if (turn === null || turn === this.session.seat) return;
    const hidden = state.private.some((secret, seat) => secret && mine.includes(seat));
    if (!mine.includes(turn)) {
      if (hidden && this.session.seat !== -1) this.session.look(-1);
      return;
    }
    if (!hidden) this.session.look(turn);
    else {
      if (this.session.seat !== -1) this.session.look(-1);
      this.handover = turn;
    }
  }

  takeScreen(): void {
    if (this.handover === null) return;
    this.session.look(this.handover);
    this.handover = null;
  }

  // ── others ──

  async takeover(seat: number): Promise<void> {
    const answer = await this.session.ask("takeover", { seat });
    if (answer.type !== "ack") this.message = answer.say;
  }

  async comeBack(seat: number): Promise<void> {
    const answer = await this.session.ask("return", { seat });
    if (answer.type !== "ack") this.message = answer.say;
  }

  async rematch(): Promise<string | null> {
    const answer = await this.session.ask("rematch", {});
    if (answer.type !== "ack") this.message = answer.say;
    return answer.game;
  }

  async speak(language: string): Promise<void> {
    await this.session.speak(language, () => api.events(this.session.id));
    this.session.summary = await api.summary(this.session.id);
  }
}
