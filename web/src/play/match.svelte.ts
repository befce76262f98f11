/**
 * A game on the screen: what the server said last, what of it is drawn already, and the turn being put together.
 * A turn is tried step by step at the server, can be taken back step by step, and is played as a whole.
 */

import { api } from "../lib/api";
import { catalogue } from "../lib/catalogue.svelte";
import { Chooser } from "../lib/chooser.svelte";
import { Session } from "../lib/session.svelte";
import { settings } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import type { Choice, Facts, GameEvent, GameState, SeatSummary, Summary } from "../lib/types";
import { loadGame, type Beat, type GameModule, type Ghost } from "../games/game";
import { Guide } from "./guide.svelte";
import { Hints } from "./hints.svelte";
import { Plan } from "./plan.svelte";
import { Previews } from "./previews.svelte";
import { FLIGHT, Show } from "./show.svelte";

interface Item {
  event: GameEvent;
  state: GameState | null;
}

const FAR_BEHIND = 6;

export class Match {
  readonly session: Session;
  readonly chooser = new Chooser();
  readonly show = new Show();
  readonly plan = new Plan();
  readonly guide = new Guide(this);
  readonly previews: Previews;
  readonly hints: Hints;
  game: GameModule | null = $state.raw(null);
  /** The last state of which everything is drawn. */
  base: GameState | null = $state.raw(null);
  /** Every seat's points if everything were scored now, as drawn. */
  preview: number[] = $state.raw([]);
  draft: Choice[] = $state.raw([]);
  /** The turn is whole and waits for a yes; `reveals` when there is no way back after it. */
  whole: { reveals: boolean } | null = $state.raw(null);
  waiting = $state(false);
  busy = $state(false);
  message = $state("");
  /** The seat whose person should take the screen now. */
  handover: number | null = $state(null);

  #queue: Item[] = [];
  #states: GameState[] = [];
  /** What was drawn before each of our own moves that are drawn already, though the server has yet to tell of them. */
  #shown: Facts[] = [];
  /** The ply at which the turn that we have sent is over: a state before it asks nothing of us. */
  #sent = 0;
  /** Our tiles that are still on their way. */
  #own: Promise<void> = Promise.resolve();
  /** How the last step, which the server knows nothing of, is taken back. */
  #begun: Beat | null = null;
  #running = false;
  /** What is being shown has been overtaken. */
  #reset = false;
  /** The number of the last event that is wholly drawn, and of the one being drawn. */
  #told = $state(0);
  #telling = $state(0);

  constructor(summary: Summary) {
    const mine = summary.seats.filter((seat) => seat.mine && seat.kind !== "computer");
    this.session = new Session(summary.game, mine.length === 1 ? (mine[0]?.seat ?? -1) : -1);
    this.session.summary = summary;
    this.previews = new Previews(this.session);
    this.hints = new Hints(this);
    this.session.onevent = (event, state) => {
      this.#queue.push({ event, state });
      void this.#run();
    };
    this.session.onreset = (state) => {
      this.#queue = [];
      this.#sent = 0;
      this.#reset = this.#running;
      if (this.#running) this.show.rush();
      else this.#settle(state);
    };
    this.session.onseats = () => {
      if (!this.#running) this.#settle(this.session.state);
    };
    this.chooser.onmove = (choice) => void this.step(choice);
    this.chooser.onpick = (left) => void this.previews.ask(left);
    this.plan.chooser.onmove = () => this.#planned();
    void loadGame(summary.name).then((game) => {
      this.game = game;
    });
  }

  close(): void {
    this.session.close();
  }

  /** What is drawn now. */
  get facts(): Facts | null {
    return this.show.facts;
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

  /** What is asked of the person at this screen, as the name of a sentence; "" while there is nothing to decide. */
  get asked(): string {
    return this.game && this.facts && this.chooser.active && !this.busy && !this.waiting ? this.game.prompt(this.facts, this.chooser) : "";
  }

  /** Whether points count against one. */
  get fewest(): boolean {
    return catalogue.value?.games.find(({ name }) => name === this.session.summary?.name)?.fewest_wins ?? false;
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

  /** What happened, as far as it is drawn: a scoring that is still being shown is not told before its end. */
  get log(): GameEvent[] {
    return this.session.log.flatMap((event) => {
      if (event.number <= this.#told) return [event];
      return event.number === this.#telling ? [{ ...event, story: [] }] : [];
    });
  }

  /** What can be pointed at: the moves of one's turn, or those that can be planned. */
  get pointer(): Chooser | null {
    if (this.chooser.active) return this.chooser;
    return this.plan.chooser.active && !this.waiting && this.draft.length === 0 ? this.plan.chooser : null;
  }

  /** The move that is pointed at, as it would be. */
  get ghost(): Ghost | null {
    const { aimed, refusal } = this.chooser;
    if (refusal) return { tiles: [], notes: [{ ...refusal, good: false }] };
    if (!aimed) return this.hints.ghost;
    const seen = this.previews.get(aimed.move);
    return seen && this.game && this.facts ? this.game.ghost(this.facts, seen, this.previews.scoring) : null;
  }

  /** Show at once all that is under way and all that follows, up to our next decision. */
  runOn(): void {
    this.show.rush();
  }

  // ── the turn being put together ──

  async step(choice: Choice): Promise<void> {
    const base = this.base;
    if (!base || this.waiting || this.whole) return;
    const moves = [...this.draft, choice];
    this.message = "";
    this.plan.dropped = false;
    this.#begin(choice);
    if (!settings.confirm && this.draft.length === 0 && this.game?.whole(choice)) {
      this.draft = moves;
      await this.commit();
      return;
    }
    this.waiting = true;
    const answer = await this.session.ask("try", { ply: base.ply, moves: moves.map((each) => each.move) });
    await this.#own;
    this.waiting = false;
    if (this.base !== base) return;
    if (answer.type !== "tried" || !answer.state) {
      await this.#takeBack();
      this.message = answer.say;
      this.#offer(this.#states.at(-1) ?? base);
      return;
    }
    const tried = answer.state;
    const whole = answer.reveals || tried.turn !== this.session.seat;
    this.draft = moves;
    if (!answer.reveals) {
      this.#states.push(tried);
      const flights = !this.#begun && this.facts && this.game ? this.game.flights(this.facts, answer.movements) : [];
      if (!this.#begun) sound("lay");
      this.#begun = null;
      this.chooser.choices = [];
      await this.show.draw({ facts: tried.view, flights }, FLIGHT.own);
      this.preview = tried.preview;
    }
    if (!whole) this.#offer(tried);
    else if (settings.confirm) {
      this.chooser.choices = [];
      this.whole = { reveals: answer.reveals };
    } else await this.commit();
  }

  /** Let the tiles of a move go before the server has answered, where it is known how they go. */
  #begin(choice: Choice): void {
    this.#begun = null;
    const seen = this.previews.get(choice.move);
    if (!seen || !this.facts || !this.game) return;
    const beat = this.game.begin(this.facts, seen);
    if (!beat.flights?.length) return;
    sound("lay");
    this.chooser.choices = [];
    this.#begun = { facts: this.facts, flights: beat.flights.map(({ face, from, to }) => ({ face, from: to, to: from })) };
    this.#own = this.show.draw(beat, FLIGHT.own);
  }

  /** The server does not want it: the tiles go back to where they came from. */
  async #takeBack(): Promise<void> {
    const begun = this.#begun;
    this.#begun = null;
    await this.#own;
    if (begun) await this.show.draw(begun, FLIGHT.others);
  }

  #offer(state: GameState): void {
    this.chooser.offer(state.legal);
    this.previews.begin(this.base?.ply ?? 0, this.draft, state.legal);
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
    this.#begun = null;
    const state = this.#states.at(-1) ?? this.base;
    if (!state) return;
    this.show.facts = state.view;
    this.preview = state.preview;
    this.#offer(state);
  }

  async commit(): Promise<void> {
    const base = this.base;
    if (!base || this.draft.length === 0) return;
    const moves = this.draft.map((each) => each.move);
    const drawn = this.#states.length + (this.#begun ? 1 : 0);
    this.#shown = [base, ...this.#states].slice(0, drawn).map(({ view }) => view);
    this.whole = null;
    this.waiting = true;
    this.chooser.choices = [];
    this.#sent = base.ply + moves.length;
    const answer = await this.session.ask("move", { ply: base.ply, moves });
    const accepted = answer.type === "ack";
    this.waiting = accepted && (this.session.state?.ply ?? 0) < this.#sent; // accepted first, then told
    if (accepted) return;
    this.#sent = 0;
    this.#shown = [];
    await this.#takeBack();
    this.message = answer.say;
    if (answer.type !== "refused") return;
    this.draft = [];
    this.chooser.clear();
    this.#settle(this.session.state);
  }

  /** A move was planned. If it is our turn already and only the showing takes time, there is nothing to wait for. */
  #planned(): void {
    this.plan.dropped = false;
    if (this.busy && this.#decides(this.session.state)) this.runOn();
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
      if (state) this.show.facts = state.view;
      return;
    }
    const own = this.mine.includes(event.seat);
    const shown = own ? this.#shown.shift() : undefined;
    this.busy = true;
    this.waiting = false;
    this.#telling = event.number;
    this.chooser.choices = [];
    if (this.mine.length === 1 && this.#decides(this.session.state)) this.plan.offer(this.session.state?.legal ?? []);
    await this.#own;
    const [first, ...rest] = this.game.beats(shown ?? this.facts, event, state.view);
    if (first) await this.show.beat(shown ? { ...first, flights: [] } : first, own);
    for (const beat of rest) await this.show.beat(beat, false);
    this.show.marks = new Set(this.game.marks(event.seat, event.move, event.story));
    this.preview = state.preview;
    this.#told = event.number;
  }

  /** Everything is drawn: now the next decision, or the next person. A turn under way stays as it is when only others came or went. */
  #settle(state: GameState | null): void {
    if (state && state.ply < this.#sent) return; // the rest of our turn is about to be told
    this.#sent = 0;
    const decides = this.#decides(state);
    if (decides || state?.turn == null || this.mine.length === 0 || this.#reset) this.show.calm();
    this.#reset = false;
    this.#told = this.session.log.at(-1)?.number ?? 0;
    const begun = this.draft.length > 0 || this.chooser.begun;
    if (begun && this.base?.ply === state?.ply && this.base?.seat === state?.seat && decides && !this.waiting) return;
    const moved = this.base?.ply !== state?.ply || this.base?.turn !== state?.turn || this.base?.seat !== state?.seat;
    this.#states = [];
    this.#shown = [];
    this.#begun = null;
    this.draft = [];
    this.whole = null;
    this.base = state;
    this.show.facts = state?.view ?? null;
    this.preview = state?.preview ?? [];
    if (!state) return;
    if (!decides) this.chooser.offer([]);
    else {
      this.#offer(state);
      const planned = this.plan.take(state.legal);
      if (planned) void this.step(planned);
    }
    if (!decides && moved) void this.#thinkAhead(state);
    this.#seatPeople(state);
  }

  /** While somebody else is to move: what could be planned. Not where people pass a screen on, or read the moves as a list. */
  async #thinkAhead(state: GameState): Promise<void> {
    if (state.over || this.mine.length !== 1 || settings.textMode) {
      this.plan.offer([]);
      return;
    }
    const { choices } = await this.session.ask("ahead", { ply: state.ply });
    if (this.base === state && choices.length > 0) this.plan.offer(choices);
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
