// A column of metadata for all points: classes by their code, amounts as numbers, or texts.
import type { Columns } from '../../data/columns.ts';

export type Column = { name: string } & (
  | {
      type: 'categorical';
      /** The place of each point's value in `values`. */
      codes: Float64Array;
      /** Distinct values, the most frequent first. */
      values: readonly string[];
      counts: readonly number[];
    }
  | { type: 'continuous'; /** NaN where a point has no number. */ numbers: Float64Array }
  | { type: 'text'; texts: readonly string[] }
);

/** A column out of an answer that has it. */
export function columnOf(columns: Columns, name: string, type: Column['type']): Column {
  if (type === 'continuous') return { name, type, numbers: columns.numbers(name) };
  if (type === 'text') return { name, type, texts: columns.words(name) };
  const values = (columns.notes['values'] as Record<string, readonly string[]> | undefined)?.[name] ?? [];
  return categorical(name, columns.numbers(name), values);
}

export function categorical(name: string, codes: Float64Array, values: readonly string[]): Column {
  const counts = new Array<number>(values.length).fill(0);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return { name, type: 'categorical', codes, values, counts };
}

export function textAt(column: Column | null, point: number): string {
  if (!column) return '';
  if (column.type === 'text') return column.texts[point] ?? '';
  if (column.type === 'categorical') return column.values[column.codes[point] ?? -1] ?? '';
  const number = column.numbers[point] ?? NaN;
  return Number.isNaN(number) ? '' : String(number);
}
