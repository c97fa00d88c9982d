// Filters on columns: ranges of numbers or chosen words. A brush on an axis and a filter of the table are one thing.
import type { TrialColumn } from './trials.ts';

export type Span = readonly [number, number];

/** Ranges on a column of numbers, any of which will do; or the words that pass. */
export type Filter = readonly Span[] | readonly string[];

export type Filters = Readonly<Record<string, Filter>>;

export function isWords(filter: Filter): filter is readonly string[] {
  return typeof filter[0] === 'string';
}

/** 1 for the rows that pass all filters; a missing value passes none, filters on columns that are gone count for nothing. */
export function passing(n: number, columns: ReadonlyMap<string, TrialColumn>, filters: Filters): Uint8Array {
  const mask = new Uint8Array(n).fill(1);
  for (const [id, filter] of Object.entries(filters)) {
    const column = columns.get(id);
    if (column && filter.length > 0) narrow(mask, column, filter);
  }
  return mask;
}

function narrow(mask: Uint8Array, column: TrialColumn, filter: Filter): void {
  const { numbers, words } = column;
  if (isWords(filter)) {
    const chosen = new Set(filter);
    const good = words?.map((word) => chosen.has(word)) ?? [];
    for (let row = 0; row < mask.length; row += 1) if (!good[numbers[row] as number]) mask[row] = 0;
    return;
  }
  for (let row = 0; row < mask.length; row += 1) {
    const value = numbers[row] as number;
    if (!filter.some(([low, high]) => value >= low && value <= high)) mask[row] = 0;
  }
}

/** The same filters with one column's changed; an empty one goes. */
export function withFilter(filters: Filters, id: string, filter: Filter | null): Filters {
  const rest = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== id));
  return filter && filter.length > 0 ? { ...rest, [id]: filter } : rest;
}

/** A filter in words, for chips: "1e-5 … 1e-3 or 0.1 … 0.2", "adam, sgd". */
export function filterText(filter: Filter, format: (value: number) => string): string {
  if (isWords(filter)) return filter.join(', ');
  return filter
    .map(([low, high]) =>
      low === -Infinity
        ? `≤ ${format(high)}`
        : high === Infinity
          ? `≥ ${format(low)}`
          : `${format(low)} … ${format(high)}`,
    )
    .join(' or ');
}
