// The order of rows by several columns at once; what has no value, or is NaN, comes last either way.
import { natural } from '../../public/runs/natural.ts';

export interface SortKey {
  id: string;
  descending: boolean;
}

/** The places of names in their order, as numbers to sort rows by. */
export function nameRanks(names: readonly string[]): Float64Array {
  const ranks = new Float64Array(names.length);
  Array.from(names.keys())
    .sort((a, b) => natural(names[a] ?? '', names[b] ?? ''))
    .forEach((row, rank) => (ranks[row] = rank));
  return ranks;
}

/** Row numbers in order; equal rows keep theirs. */
export function orderRows(
  rows: Uint32Array,
  keys: readonly { numbers: Float64Array; descending: boolean }[],
): Uint32Array {
  if (keys.length === 0) return rows;
  const sides = keys.map(({ numbers, descending }) => ({ numbers, sign: descending ? -1 : 1 }));
  return rows.slice().sort((a, b) => {
    for (const { numbers, sign } of sides) {
      const x = numbers[a] as number;
      const y = numbers[b] as number;
      if (x === y) continue;
      if (Number.isNaN(x)) {
        if (Number.isNaN(y)) continue;
        return 1;
      }
      if (Number.isNaN(y)) return -1;
      return x < y ? -sign : sign;
    }
    return a - b;
  });
}

/** A click on a head: up, down, not at all; with `more` beside the keys there are, else instead of them. */
export function nextSort(keys: readonly SortKey[], id: string, more: boolean): SortKey[] {
  const known = keys.find((key) => key.id === id);
  const others = more ? keys.filter((key) => key.id !== id) : [];
  if (!known) return [...others, { id, descending: false }];
  if (known.descending) return others;
  const turned = { id, descending: true };
  return more ? keys.map((key) => (key.id === id ? turned : key)) : [turned];
}
