/** Records in the engine's memory: where their numbers lie, as the description of a module says. */

export type NumberType = "b1" | "i1" | "u1" | "i2" | "u2" | "i4" | "u4" | "i8" | "u8" | "f4" | "f8";

export interface FieldLayout {
  at: number;
  type?: NumberType;
  record?: RecordLayout;
  shape?: number[];
}

export interface RecordLayout {
  size: number;
  fields: Record<string, FieldLayout>;
}

/** A record's content as plain data: numbers (keys and sets, which need all 64 bits, as bigint), lists, and records in it. */
export type Plain = number | bigint | boolean | Plain[] | { [name: string]: Plain };
export type PlainRecord = { [name: string]: Plain };

const READERS: Record<NumberType, (view: DataView, at: number) => number | bigint | boolean> = {
  b1: (view, at) => view.getUint8(at) !== 0,
  i1: (view, at) => view.getInt8(at),
  u1: (view, at) => view.getUint8(at),
  i2: (view, at) => view.getInt16(at, true),
  u2: (view, at) => view.getUint16(at, true),
  i4: (view, at) => view.getInt32(at, true),
  u4: (view, at) => view.getUint32(at, true),
  i8: (view, at) => Number(view.getBigInt64(at, true)), // small numbers
  u8: (view, at) => view.getBigUint64(at, true),
  f4: (view, at) => view.getFloat32(at, true),
  f8: (view, at) => view.getFloat64(at, true),
};

const WRITERS: Record<NumberType, (view: DataView, at: number, value: number | bigint | boolean) => void> = {
  b1: (view, at, value) => view.setUint8(at, Number(value)),
  i1: (view, at, value) => view.setInt8(at, Number(value)),
  u1: (view, at, value) => view.setUint8(at, Number(value)),
  i2: (view, at, value) => view.setInt16(at, Number(value), true),
  u2: (view, at, value) => view.setUint16(at, Number(value), true),
  i4: (view, at, value) => view.setInt32(at, Number(value), true),
  u4: (view, at, value) => view.setUint32(at, Number(value), true),
  i8: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
  u8: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
  f4: (view, at, value) => view.setFloat32(at, Number(value), true),
  f8: (view, at, value) => view.setFloat64(at, Number(value), true),
};

function sizeOf(field: FieldLayout): number {
  return field.record ? field.record.size : Number(field.type?.slice(1));
}

/** One field of a record, of whatever shape. */
export function readField(view: DataView, at: number, field: FieldLayout, shape: number[] = field.shape ?? []): Plain {
  const [length, ...rest] = shape;
  if (length === undefined) {
    return field.record ? readRecord(view, at, field.record) : READERS[field.type as NumberType](view, at);
  }
  const step = sizeOf(field) * rest.reduce((product, part) => product * part, 1);
  return Array.from({ length }, (_, n) => readField(view, at + n * step, field, rest));
}

/** A whole record. */
export function readRecord(view: DataView, at: number, layout: RecordLayout): PlainRecord {
  const fields = Object.entries(layout.fields);
  return Object.fromEntries(fields.map(([name, field]) => [name, readField(view, at + field.at, field)]));
}

/** Numbers into a field, in the order in which they lie there. */
export function writeNumbers(view: DataView, at: number, field: FieldLayout, numbers: readonly (number | bigint)[]): void {
  const write = WRITERS[field.type as NumberType];
  const size = sizeOf(field);
  numbers.forEach((number, n) => write(view, at + field.at + n * size, number));
}

/** A whole record, of plain data as `readRecord` gives it; what is missing stays as it is. */
export function writeRecord(view: DataView, at: number, layout: RecordLayout, record: PlainRecord): void {
  for (const [name, field] of Object.entries(layout.fields)) {
    const value = record[name];
    if (value !== undefined) writeField(view, at + field.at, field, field.shape ?? [], value);
  }
}

function writeField(view: DataView, at: number, field: FieldLayout, shape: number[], value: Plain): void {
  const [length, ...rest] = shape;
  if (length !== undefined && Array.isArray(value)) {
    const step = sizeOf(field) * rest.reduce((product, part) => product * part, 1);
    value.forEach((item, n) => writeField(view, at + n * step, field, rest, item));
  } else if (field.record) writeRecord(view, at, field.record, value as PlainRecord);
  else WRITERS[field.type as NumberType](view, at, value as number | bigint | boolean);
}
