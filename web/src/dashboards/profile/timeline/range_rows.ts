// What ran within a selected range, by name.
import { Columns } from '../../../data/columns.ts';

export interface RangeRow {
  readonly name: string;
  readonly category: number;
  readonly count: number;
  readonly total_ns: number;
  readonly self_ns: number;
  readonly max_ns: number;
  /** The first of them. */
  readonly slice: number;
}

export interface RangeStatistics {
  readonly rows: readonly RangeRow[];
  readonly n_slices: number;
  readonly n_names: number;
  readonly total_ns: number;
}

export function decodeRange(bytes: ArrayBuffer): RangeStatistics {
  const columns = new Columns(bytes);
  const names = columns.words('name');
  const [category, count, total, self, max, slice] = (
    ['category', 'count', 'total_ns', 'self_ns', 'max_ns', 'slice'] as const
  ).map((name) => columns.numbers(name)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const note = (name: string): number => Number(columns.notes[name] ?? 0);
  return {
    rows: names.map((name, row) => ({
      name,
      category: category[row] ?? 0,
      count: count[row] ?? 0,
      total_ns: total[row] ?? 0,
      self_ns: self[row] ?? 0,
      max_ns: max[row] ?? 0,
      slice: slice[row] ?? 0,
    })),
    n_slices: note('n_slices'),
    n_names: note('n_names'),
    total_ns: note('total_ns'),
  };
}
