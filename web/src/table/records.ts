/** Records in an engine's memory, read and written as the engine's description says where every field lies. */

export interface Field {
  at: number;
  type?: NumberType;
  record?: Layout;
  shape?: number[];
}

export interface Layout {
  size: number;
  fields: Record<string, Field>;
}

type NumberType = "i1" | "u1" | "b1" | "i2" | "u2" | "i4" | "u4" | "i8" | "u8" | "f4" | "f8";
export type Plain = number | bigint | boolean | Plain[] | { [name: string]: Plain };
export type PlainRecord = Record<string, Plain>;

const READ: Record<NumberType, (memory: DataView, at: number) => Plain> = {
  i1: (memory, at) => memory.getInt8(at),
  u1: (memory, at) => memory.getUint8(at),
  b1: (memory, at) => memory.getUint8(at) !== 0,
  i2: (memory, at) => memory.getInt16(at, true),
  u2: (memory, at) => memory.getUint16(at, true),
  i4: (memory, at) => memory.getInt32(at, true),
  u4: (memory, at) => memory.getUint32(at, true),
  i8: (memory, at) => Number(memory.getBigInt64(at, true)), // small numbers; only keys and sets need all 64 bits
  u8: (memory, at) => memory.getBigUint64(at, true),
  f4: (memory, at) => memory.getFloat32(at, true),
  f8: (memory, at) => memory.getFloat64(at, true),
};

const WRITE: Record<NumberType, (memory: DataView, at: number, value: never) => void> = {
  i1: (memory, at, value) => memory.setInt8(at, value),
  u1: (memory, at, value) => memory.setUint8(at, value),
  b1: (memory, at, value) => memory.setUint8(at, Number(value)),
  i2: (memory, at, value) => memory.setInt16(at, value, true),
  u2: (memory, at, value) => memory.setUint16(at, value, true),
  i4: (memory, at, value) => memory.setInt32(at, value, true),
  u4: (memory, at, value) => memory.setUint32(at, value, true),
  i8: (memory, at, value) => memory.setBigInt64(at, BigInt(value), true),
  u8: (memory, at, value) => memory.setBigUint64(at, value, true),
  f4: (memory, at, value) => memory.setFloat32(at, value, true),
  f8: (memory, at, value) => memory.setFloat64(at, value, true),
};

const sizeOf = (field: Field): number => field.record?.size ?? Number((field.type ?? "i1").slice(1));

export function readRecord(memory: DataView, at: number, layout: Layout): PlainRecord {
  const found: PlainRecord = {};
  for (const [name, field] of Object.entries(layout.fields)) found[name] = readField(memory, at + field.at, field, field.shape ?? []);
  return found;
}

function readField(memory: DataView, at: number, field: Field, shape: number[]): Plain {
  const [length, ...rest] = shape;
  if (length !== undefined) {
    const step = rest.reduce((size, each) => size * each, sizeOf(field));
    return Array.from({ length }, (_, item) => readField(memory, at + item * step, field, rest));
  }
  return field.record ? readRecord(memory, at, field.record) : READ[field.type ?? "i1"](memory, at);
}

export function writeRecord(memory: DataView, at: number, layout: Layout, record: PlainRecord): void {
  for (const [name, field] of Object.entries(layout.fields)) {
    const value = record[name];
    if (value !== undefined) writeField(memory, at + field.at, field, field.shape ?? [], value);
  }
}

function writeField(memory: DataView, at: number, field: Field, shape: number[], value: Plain): void {
  const [length, ...rest] = shape;
  if (length !== undefined && Array.isArray(value)) {
    const step = rest.reduce((size, each) => size * each, sizeOf(field));
    value.forEach((item, place) => writeField(memory, at + place * step, field, rest, item));
  } else if (field.record) writeRecord(memory, at, field.record, value as PlainRecord);
  else WRITE[field.type ?? "i1"](memory, at, value as never);
}
