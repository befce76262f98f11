/** A game's networks from their file: numbers of half precision, unpacked into the engine's memory. */

import { EngineError } from "./errors";
import type { EngineModule } from "./module";

export interface LoadedNetwork {
  network: number;
  workspace: number;
}

const HALF = 2;

/** Unpack the networks, for two players and, if it is another, for more; `EngineError` if they are another game's, or for other inputs. */
export function loadNetworks(module: EngineModule, file: Uint8Array): LoadedNetwork[] {
  const { game, players } = module.description;
  const header = players.network;
  if (header === null) throw new EngineError(`the engine of ${game} works without a network`);
  const count = module.sizeOf("network") / 4;
  const said = new TextDecoder().decode(file.subarray(0, header.length));
  if (said !== header) {
    const shown = JSON.stringify(said.trim().slice(0, 60));
    throw new EngineError(
      `this network does not fit the engine of ${game}: it begins with ${shown}, not with ${JSON.stringify(header.trim())}`,
    );
  }
  const numbers = file.subarray(header.length);
  const [size, all] = [HALF * count, HALF * count * players.networks];
  if (numbers.length !== all) throw new EngineError(`this network has ${numbers.length} bytes of weights, not ${all}`);
  return Array.from({ length: players.networks }, (_, at) => unpack(module, numbers.subarray(at * size, (at + 1) * size)));
}

/** The network that knows games of so many players; undefined where there is none. */
export function networkFor(networks: LoadedNetwork[], players: number): LoadedNetwork | undefined {
  return players > 2 ? networks.at(-1) : networks[0];
}

function unpack(module: EngineModule, numbers: Uint8Array): LoadedNetwork {
  const network = module.takeRecord("network");
  const workspace = module.takeRecord("workspace");
  const mark = module.mark;
  const packed = module.take(numbers.length);
  module.bytes(packed, numbers.length).set(numbers);
  module.entries.unpack_network(packed, network, numbers.length / HALF);
  module.release(mark);
  return { network, workspace };
}
