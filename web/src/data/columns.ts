// Any Arrow answer as columns by name: numbers as Float64Array, words as strings, with the notes the server put beside them.
import { tableFromIPC } from '@uwdata/flechette';
import { asFloat64, type Numbers } from './frames.ts';
import { textsOf, type TextBatch } from './texts.ts';

interface Held<T> {
  readonly nullCount: number;
  at(row: number): T | null;
  toArray(): ArrayLike<T>;
  readonly data: readonly unknown[];
}

/** Lists as they lie in memory. */
interface ListBatch {
  readonly length: number;
  readonly offsets: Int32Array | BigInt64Array;
  readonly children: readonly [
    { readonly values: Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array },
  ];
}

export class Columns {
  readonly rows: number;
  /** What the server says of the whole answer. */
  readonly notes: Readonly<Record<string, unknown>>;
  readonly #table: ReturnType<typeof tableFromIPC>;

  constructor(bytes: ArrayBuffer) {
    this.#table = tableFromIPC(new Uint8Array(bytes), { useBigInt: true });
    this.rows = this.#table.numRows;
    const notes = this.#table.schema.metadata?.get('sightline');
    this.notes = notes ? (JSON.parse(notes) as Record<string, unknown>) : {};
  }

  get names(): string[] {
    return this.#table.schema.fields.map(({ name }) => name);
  }

  /** NaN where a value is missing, all NaN where the column is. */
  numbers(name: string): Float64Array {
    const held = this.#held<number>(name);
    if (!held) return new Float64Array(this.rows).fill(NaN);
    if (held.nullCount === 0) return asFloat64(held.toArray() as Numbers);
    // With nulls among them, long integers come one by one as BigInt.
    return Float64Array.from({ length: this.rows }, (_, row) => Number(held.at(row) ?? NaN));
  }

  words(name: string): readonly string[] {
    return (this.#held<string>(name)?.data ?? []).flatMap((batch) => textsOf(batch as TextBatch));
  }

  /** How many rows have no value. */
  nMissing(name: string): number {
    return this.#held<unknown>(name)?.nullCount ?? this.rows;
  }

  /** 1 where a row has no value: a number that is missing is not one that is NaN. */
  missing(name: string): Uint8Array {
    const held = this.#held<unknown>(name);
    const found = new Uint8Array(this.rows).fill(held ? 0 : 1);
    if (held && held.nullCount > 0)
      for (let row = 0; row < found.length; row += 1) found[row] = held.at(row) === null ? 1 : 0;
    return found;
  }

  /** A list of numbers per row. */
  lists(name: string): readonly Float64Array[] {
    return Array.from({ length: this.rows }, (_, row) => this.list(name, row));
  }

  /** The lists of all rows one after the other, and where each begins; for thousands of lists in which no value is missing. */
  listsInOne(name: string): { begin: Uint32Array; values: Float64Array } {
    const begin = new Uint32Array(this.rows + 1);
    const parts: Float64Array[] = [];
    let [row, n] = [0, 0];
    for (const batch of (this.#held<Numbers>(name)?.data ?? []) as readonly ListBatch[]) {
      const at = (i: number): number => Number(batch.offsets[i]);
      for (let i = 0; i < batch.length; i += 1) begin[(row += 1)] = n += at(i + 1) - at(i);
      parts.push(asFloat64(batch.children[0].values.subarray(at(0), at(batch.length))));
    }
    begin.fill(n, row + 1);
    return { begin, values: joined(parts, n) };
  }

  /** The list of numbers of one row. */
  list(name: string, row: number): Float64Array {
    return asFloat64(this.#held<Numbers>(name)?.at(row) ?? []);
  }

  #held<T>(name: string): Held<T> | null {
    return (this.#table.getChild(name) as Held<T> | null | undefined) ?? null;
  }
}

function joined(parts: readonly Float64Array[], n: number): Float64Array {
  if (parts.length === 1 && parts[0]) return parts[0];
  const all = new Float64Array(n);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
