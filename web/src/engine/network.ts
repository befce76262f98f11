/** A network from its file: numbers of half precision, unpacked into the engine's memory. */

import { EngineError } from "./errors";
import type { EngineModule } from "./module";

export interface LoadedNetwork {
  network: number;
  workspace: number;
}

const HALF = 2;

/** Unpack a network; `EngineError` if it is another game's, or was made for other inputs. */
export function loadNetwork(module: EngineModule, file: Uint8Array): LoadedNetwork {
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
  if (numbers.length !== HALF * count) throw new EngineError(`this network has ${numbers.length} bytes of weights, not ${HALF * count}`);
  const network = module.takeRecord("network");
  const workspace = module.takeRecord("workspace");
  const mark = module.mark;
  const packed = module.take(numbers.length);
  module.bytes(packed, numbers.length).set(numbers);
  module.entries.unpack_network(packed, network, count);
  module.release(mark);
  return { network, workspace };
}
