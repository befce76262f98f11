/** One search tree over one position, in the engine's memory. */

import { numbersOf, type Settings } from "./description";
import type { RootMove } from "./engine-types";
import { EngineError } from "./errors";
import type { EngineModule } from "./module";
import type { LoadedNetwork } from "./network";

const NONE = -1;
// So many nodes take about 45 MB, with their edges. When they are used up the search goes on, but its tree grows no more.
const MOST_NODES = 100_000;
const MOST_EXPANDED = 25_000;
const MOST_EDGES = 1_000_000;

export interface SearchOptions {
  settings: Settings;
  seed: bigint;
  /** How many simulations there will be at most, where that is known: memory is made for so many. */
  simulations?: number;
  /** The one move to look at, of those that come to the same the first; else all. */
  first?: number;
  /** With a network, positions are valued by it, else by hand-made features. */
  network?: LoadedNetwork;
}

export class Search {
  private readonly search: number;
  private readonly nodes: number;
  private readonly edges: number;
  private readonly found: number;
  private readonly network: LoadedNetwork | undefined;

  constructor(
    private readonly module: EngineModule,
    state: number,
    seat: number,
    { settings, seed, simulations, first = NONE, network }: SearchOptions,
  ) {
    const constants = module.description.players.search;
    const most = network ? MOST_EXPANDED : MOST_NODES;
    const nodeRoom = Math.min(simulations === undefined ? most : simulations + 2, most);
    const each = network ? constants.edges_per_expanded : constants.edges_per_node;
    const edgeRoom = Math.min(nodeRoom * each, MOST_EDGES) + constants.first_edges;
    this.network = network;
    this.search = module.takeRecord("search");
    this.found = module.takeRecord("root_move", module.description.constants.most_legal);
    this.nodes = module.take(nodeRoom * module.sizeOf("node"));
    this.edges = module.take(edgeRoom * module.sizeOf("edge"));
    const weights = module.weightsFor(state);
    const root = module.place("search", this.search, "root");
    module.bytes(root, module.sizeOf("state")).set(module.bytes(state, module.sizeOf("state")));
    module.write("search", this.search, "seeds", seed);
    module.write("search", this.search, "settings", ...numbersOf(settings));
    module.write("search", this.search, "value", ...weights.value);
    module.write("search", this.search, "prior", ...weights.prior);
    const usual = weights.prior.map((weight) => weight * settings.sharpness);
    module.write("search", this.search, "sharp", ...((settings.long && settings.guided && weights.rollout) || usual));
    module.write("search", this.search, "viewer", seat);
    module.write("search", this.search, "first", first);
    module.write("search", this.search, "node_room", nodeRoom);
    module.write("search", this.search, "edge_room", edgeRoom);
  }

  /** Run so many simulations more. */
  grow(simulations: number): void {
    const { entries, description } = this.module;
    const tree = [this.search, this.nodes, this.edges] as const;
    const fault = this.network
      ? entries.grow_learned(...tree, this.network.network, this.network.workspace, simulations)
      : entries.grow(...tree, simulations);
    if (fault) throw new EngineError(description.players.faults[fault] ?? "this search makes no sense");
  }

  /** Simulations so far. */
  get done(): number {
    const counters = this.module.read("search", this.search, "counters") as bigint[];
    return Number(counters[2]);
  }

  /** The mean of all that was seen: every seat's chance, and its points. */
  mean(players: number): [win: number[], points: number[]] {
    const visits = Number(this.module.read("node", this.nodes, "visits"));
    const mean = (field: "win" | "points"): number[] =>
      (this.module.read("node", this.nodes, field) as number[]).slice(0, players).map((sum) => sum / visits);
    return [mean("win"), mean("points")];
  }

  /** What is known of each move of the root. */
  read(): RootMove[] {
    const { module } = this;
    const count = module.entries.read_root(this.search, this.nodes, this.edges, this.found);
    const size = module.sizeOf("root_move");
    return Array.from({ length: count }, (_, n) => module.readWhole("root_move", this.found + n * size) as unknown as RootMove);
  }
}
