/** A game's engine in memory: the compiled module, its description, and memory handed out from the end of its own. */

import { FORMAT, type Description, type Weights } from "./description";
import { EngineError } from "./errors";
import type { Entries, Fields, RecordName } from "./engine-types";
import { readField, readRecord, writeNumbers, type Plain } from "./layout";

const PAGE = 65536;
const ALIGNED = 64;

type Exports = Entries & { memory: WebAssembly.Memory; __heap_base: WebAssembly.Global<"i32"> };

export class EngineModule {
  readonly entries: Entries;
  private readonly memory: WebAssembly.Memory;
  private free: number;

  private constructor(
    exports: Exports,
    readonly description: Description,
  ) {
    this.entries = exports;
    this.memory = exports.memory;
    this.free = exports.__heap_base.value;
  }

  static async load(code: WebAssembly.Module, description: Description): Promise<EngineModule> {
    if (description.format !== FORMAT) throw new EngineError(`this engine is described in format ${description.format}, not ${FORMAT}`);
    const instance = await WebAssembly.instantiate(code);
    return new EngineModule(instance.exports as unknown as Exports, description);
  }

  /** So many bytes of memory, whatever they hold; they stay taken until `release`. */
  take(size: number): number {
    const at = (this.free + ALIGNED - 1) & ~(ALIGNED - 1);
    const missing = at + size - this.memory.buffer.byteLength;
    if (missing > 0) this.grow(missing);
    this.free = at + size;
    return at;
  }

  private grow(missing: number): void {
    try {
      this.memory.grow(Math.ceil(missing / PAGE));
    } catch {
      throw new EngineError(`the engine needs ${Math.ceil(missing / 1e6)} MB more memory than this device gives it`);
    }
  }

  /** A record, or several, of zeros. */
  takeRecord(name: RecordName, count = 1): number {
    const size = this.sizeOf(name) * count;
    const at = this.take(size);
    this.bytes(at, size).fill(0);
    return at;
  }

  /** Where memory is free now; handed to `release`, all that was taken since is free again. */
  get mark(): number {
    return this.free;
  }

  release(mark: number): void {
    this.free = mark;
  }

  sizeOf(name: RecordName): number {
    return this.description.records[name].size;
  }

  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  get view(): DataView {
    return new DataView(this.memory.buffer);
  }

  /** The address of a field of a record. */
  place<Name extends RecordName>(name: Name, at: number, field: Fields[Name]): number {
    return at + this.field(name, field).at;
  }

  read<Name extends RecordName>(name: Name, at: number, field: Fields[Name]): Plain {
    const layout = this.field(name, field);
    return readField(this.view, at + layout.at, layout);
  }

  readWhole(name: RecordName, at: number): { [field: string]: Plain } {
    return readRecord(this.view, at, this.description.records[name]);
  }

  write<Name extends RecordName>(name: Name, at: number, field: Fields[Name], ...numbers: (number | bigint)[]): void {
    writeNumbers(this.view, at, this.field(name, field), numbers);
  }

  /** The weights of the hand-made value for a state's variant. */
  weightsFor(state: number): Weights {
    const { variants, weights } = this.description.players;
    const fits = (fields: Record<string, number>): boolean =>
      Object.entries(fields).every(([field, value]) => this.read("state", state, field) === value);
    const found = weights[variants.find(({ fields }) => fits(fields))?.weights ?? ""];
    if (!found) throw new EngineError("nobody has made weights for this variant of the game");
    return found;
  }

  private field<Name extends RecordName>(name: Name, field: Fields[Name]) {
    const layout = this.description.records[name].fields[field];
    if (!layout) throw new EngineError(`the record ${name} has no field ${field}`);
    return layout;
  }
}
