/** Best play to the end of a round, where everything up to there is open. */

import type { Choice } from "./choices";
import type { EngineModule } from "./module";
import { legalMoves } from "./position";

const NOT_SOLVED = -2;

/** The exact value of moves, the best first: of all, or of the best alone; null where something is hidden or it takes too long. */
export function solve(module: EngineModule, state: number, seat: number, positions: number, every: boolean): Choice[] | null {
  if (!module.entries.foreseeable(state)) return null;
  const solver = new Solver(module, state, seat, positions);
  const best = solver.solve(solver.root);
  if (best === NOT_SOLVED) return null;
  const choices: Choice[] = [];
  for (const move of every ? distinctMoves(module, state) : [best]) {
    const choice = solver.choice(move);
    if (choice === null) return null;
    choices.push(choice);
  }
  return choices.sort((a, b) => b.worth - a.worth || a.move - b.move);
}

class Solver {
  readonly root: number;
  private readonly solver: number;
  private readonly state: number;
  private readonly story: number;

  constructor(
    private readonly module: EngineModule,
    private readonly position: number,
    private readonly seat: number,
    private readonly positions: number,
  ) {
    const weights = module.weightsFor(position);
    this.solver = module.takeRecord("solver");
    this.state = module.takeRecord("state");
    this.story = module.takeRecord("story");
    this.root = module.place("solver", this.solver, "root");
    this.copy(position, this.root);
    module.write("solver", this.solver, "value", ...weights.value);
    module.write("solver", this.solver, "prior", ...weights.prior);
    module.write("solver", this.solver, "lean", module.description.players.settings.lean);
    module.write("solver", this.solver, "viewer", seat);
    module.entries.prepare_solver(this.solver);
  }

  /** The best move of a state, -1 at the end of the round. */
  solve(state: number): number {
    return this.module.entries.solve(this.solver, this.solver, state, this.positions);
  }

  /** A move of the root with its exact value and the best play after it. */
  choice(first: number): Choice | null {
    const { module, seat } = this;
    const players = Number(module.read("state", this.position, "players"));
    const line: number[] = [];
    let value: number[][] = [];
    this.copy(this.root, this.state);
    for (let move = first; move >= 0;) {
      line.push(move);
      module.entries.apply(this.state, move, this.story);
      move = this.solve(this.state);
      if (move === NOT_SOLVED) return null;
      if (line.length === 1) value = module.read("solver", this.solver, "found") as number[][];
    }
    const [worth = [], win = [], points = []] = value;
    const exact = { visits: 0, share: 0, prior: 0, error: 0 };
    return { ...exact, move: first, worth: worth[seat] ?? 0, win: win.slice(0, players), points: points.slice(0, players), line };
  }

  private copy(from: number, to: number): void {
    const size = this.module.sizeOf("state");
    this.module.bytes(to, size).set(this.module.bytes(from, size));
  }
}

/** One of every set of moves that come to the same. */
export function distinctMoves(module: EngineModule, state: number): number[] {
  const legal = legalMoves(module, state);
  const moves = module.take(2 * module.description.constants.most_legal);
  legal.forEach((move, n) => module.view.setInt16(moves + 2 * n, move, true));
  const count = module.entries.distinct(state, moves, legal.length);
  return Array.from({ length: count }, (_, n) => module.view.getInt16(moves + 2 * n, true));
}
