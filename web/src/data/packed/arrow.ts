// Columns to the Arrow bytes that the server would have sent.
import {
  columnFromArray,
  float32,
  float64,
  int64,
  largeList,
  largeUtf8,
  tableFromColumns,
  tableToIPC,
  uint32,
  uint8,
  type Column,
  type DataType,
} from '@uwdata/flechette';
import type { CoreColumn } from './core.ts';

/** Numbers as they lie in memory, words, whole numbers with gaps, or lists of numbers, of one size or by where each begins. */
export type Made =
  | CoreColumn
  | { words: readonly string[] }
  | { integers: readonly (bigint | null)[] }
  | { values: CoreColumn; size: number }
  | { values: CoreColumn; offsets: readonly number[] };

export function arrowBytes(columns: Readonly<Record<string, Made>>, notes: unknown): ArrayBuffer {
  const made = Object.entries(columns).map(([name, values]): [string, Column<unknown>] => [
    name,
    columnOf(values),
  ]);
  const table = tableFromColumns(made);
  table.schema.metadata = new Map([['sightline', JSON.stringify(notes)]]);
  const bytes = tableToIPC(table, { format: 'stream' }) as Uint8Array<ArrayBuffer>;
  return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
}

function columnOf(values: Made): Column<unknown> {
  if (ArrayBuffer.isView(values))
    return values.length ? columnFromArray(values) : columnFromArray([], typeOf(values));
  if ('words' in values) return columnFromArray([...values.words], largeUtf8());
  if ('integers' in values) return columnFromArray([...values.integers], int64());
  return columnFromArray([...lists(values)], largeList(typeOf(values.values)));
}

function* lists(
  made: { values: CoreColumn; size: number } | { values: CoreColumn; offsets: readonly number[] },
): Generator<CoreColumn> {
  const { values } = made;
  if ('offsets' in made)
    for (let i = 0; i + 1 < made.offsets.length; i += 1)
      yield values.subarray(made.offsets[i], made.offsets[i + 1]);
  else for (let at = 0; at < values.length; at += made.size) yield values.subarray(at, at + made.size);
}

function typeOf(values: CoreColumn): DataType {
  if (values instanceof BigInt64Array) return int64();
  if (values instanceof Float32Array) return float32();
  if (values instanceof Uint32Array) return uint32();
  return values instanceof Uint8Array ? uint8() : float64();
}
