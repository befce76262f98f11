/** A game in progress in the browser: what the server would say of it, from the same rules. */

import type { Choice, Facts, GameState, Movement, Previewed, Result, StoryEvent } from "../lib/types";
import type { GameKit, Key, Options, StateBytes, ToldEvent } from "./game-kit";

/** A move that was made: the state before it, and what it brought. */
interface Made {
  move: number;
  before: StateBytes;
  events: ToldEvent[];
  movements: Movement[];
}

export class Illegal extends Error {}

export class Table {
  readonly made: Made[] = [];
  state: StateBytes;

  constructor(
    readonly kit: GameKit,
    start: { options: Options; key: Key } | { state: StateBytes },
  ) {
    this.state = "state" in start ? start.state : kit.rules.setup(kit.blank(start.options), start.key);
  }

  get players(): number {
    return Number(this.kit.rules.read(this.state)["players"]);
  }

  /** The seat that decides next, null when the game is over. */
  get turn(): number | null {
    const turn = Number(this.kit.rules.read(this.state)["turn"]);
    return turn >= 0 ? turn : null;
  }

  get legal(): number[] {
    return this.kit.rules.legal(this.state);
  }

  /** Make a legal move; an `Illegal` changes nothing. */
  play(move: number): void {
    if (!this.legal.includes(move)) throw new Illegal(`the move ${move} is not legal now`);
    const { state, told } = this.kit.rules.apply(this.state, move);
    const { kit } = this;
    this.made.push({ move, before: this.state, events: kit.named_events(told.events), movements: kit.movements(told.movements) });
    this.state = state;
  }

  /** Take the last move back, with all forced moves that followed it. */
  undo(): void {
    const last = this.made.pop();
    if (!last) throw new Illegal("there is no move to take back");
    this.state = last.before;
  }

  /** An independent copy. */
  copy(): Table {
    const twin = new Table(this.kit, { state: this.state });
    twin.made.push(...this.made);
    return twin;
  }

  facts(state: StateBytes): Facts {
    return this.kit.functions.view(this.kit.rules.read(state));
  }

  get result(): Result | null {
    if (this.turn !== null) return null;
    const { points, places } = this.kit.rules.stand(this.state, this.players);
    return { points, places, winners: places.flatMap((place, seat) => (place === 1 ? [seat] : [])) };
  }

  /** The position as a seat may see it, made from the hidden state and nothing else; -1 for a spectator. */
  show(viewer: number, language: string, around: { number: number; undo: boolean } = { number: 0, undo: false }): GameState {
    const { kit, players, turn } = this;
    const over = turn === null;
    const seen = kit.rules.hide(this.state, viewer);
    const facts = this.facts(seen);
    const { points } = kit.rules.stand(seen, players);
    const spectator = kit.rules.hide(this.state, -1);
    return {
      ply: this.made.length,
      number: around.number,
      seat: viewer,
      turn,
      over,
      view: facts,
      scores: points,
      preview: over ? points : kit.rules.scoreNow(seen, players),
      last: !over && kit.functions.last_round(facts),
      legal: this.#show(viewer === turn ? kit.rules.legal(seen) : [], language),
      private: Array.from({ length: players }, (_, seat) => !same(kit.rules.hide(this.state, seat), spectator)),
      undo: around.undo,
      undo_asked: null,
      clocks: null,
      result: this.result,
    };
  }

  #show(moves: number[], language: string): Choice[] {
    return moves.map((move) => this.kit.showMove(move, language));
  }

  /** What a seat could do if it were to move already; nothing on its own turn or in the middle of another's. */
  ahead(seat: number, language: string): Choice[] {
    const { kit, turn } = this;
    if (turn === null || turn === seat) return [];
    const seen = kit.rules.hide(this.state, seat);
    if (!kit.functions.between_turns(this.facts(seen))) return [];
    return this.#show(kit.rules.legal(kit.rules.write({ ...kit.rules.read(seen), turn: seat })), language);
  }

  /** What each of some legal moves would do, from a guess at what the mover does not know. */
  previews(moves: number[]): Pick<Previewed, "scoring" | "choices"> {
    const { kit, players } = this;
    const scoring = (move: number): { movements: Movement[]; points: number[]; events: ToldEvent[] } => {
      const { told, scored, points } = kit.rules.preview(this.state, move, players);
      const events = kit.named_events([...told.events, ...scored.events]).filter((event) => event.points !== 0);
      return { movements: kit.movements(told.movements), points, events };
    };
    const now = scoring(-1).events;
    return {
      scoring: now.map((event) => kit.scored(event)),
      choices: moves.map((move) => {
        const { movements, points, events } = scoring(move);
        const fresh = kit.functions.fresh_events(now, events);
        return { move, movements, preview: points, scoring: fresh.map((event) => kit.scored(event)) };
      }),
    };
  }

  /** What a move brought, as far as seats may know it, in sentences that speak to the viewer as "you". */
  story(made: Made, names: string[], seats: number[], language: string, viewer: number): { story: StoryEvent[]; movements: Movement[] } {
    const { kit } = this;
    const story = kit.functions.visible_events(kit.named, made.events, seats).map((event) => ({
      ...event,
      move: event.move >= 0 ? kit.showMove(event.move, language) : null,
      say: kit.functions.say_event(kit.named, event, names, language, viewer),
    }));
    return { story, movements: kit.functions.visible_movements(kit.named, made.events, made.movements, seats) };
  }

  /** The position as text, with the key and so the future where nobody's eyes are given. */
  position(viewer: number | null): string {
    const { kit } = this;
    const seen = viewer === null ? this.state : kit.rules.hide(this.state, viewer);
    return kit.functions.write_position(kit.named, kit.rules.read(seen));
  }

  /** A table at a position; the error says what is wrong and where. */
  static at(kit: GameKit, text: string): Table {
    const [, state] = kit.functions.read_position(text);
    return new Table(kit, { state: kit.rules.write(state) });
  }
}

const same = (one: StateBytes, other: StateBytes): boolean => one.every((byte, at) => byte === other[at]);
