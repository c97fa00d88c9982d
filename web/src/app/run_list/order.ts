// The order of runs in the list: by a column, names settling what is equal; names compare as people count.
import type { Run } from '../../data/shapes.ts';
import { natural } from '../../public/runs/natural.ts';
import { shownName } from '../../public/selection.svelte.ts';
import type { CellValue, Column } from './columns.ts';

/** The rank of every name. Comparing names is slow; with thousands of runs it is done once per new name, not per key stroke. */
export class NameRanks {
  #ranks = new Map<string, number>();

  of(runs: readonly Run[]): ReadonlyMap<string, number> {
    if (runs.some((run) => !this.#ranks.has(shownName(run)))) {
      const names = [...new Set([...this.#ranks.keys(), ...runs.map(shownName)])].sort(natural);
      this.#ranks = new Map(names.map((name, i) => [name, i]));
    }
    return this.#ranks;
  }
}

export interface Sorting {
  /** null: by name. */
  column: Column | null;
  descending: boolean;
}

/** Runs without a value come last either way. */
export function sortRuns(
  runs: readonly Run[],
  { column, descending }: Sorting,
  ranks: ReadonlyMap<string, number>,
): Run[] {
  const sign = descending ? -1 : 1;
  const keyed = runs.map((run) => ({
    run,
    value: column ? column.value(run) : null,
    rank: ranks.get(shownName(run)) ?? 0,
  }));
  keyed.sort((a, b) =>
    column ? compareValues(a.value, b.value, sign) || a.rank - b.rank : (a.rank - b.rank) * sign,
  );
  return keyed.map(({ run }) => run);
}

export function compareValues(a: CellValue, b: CellValue, sign: number): number {
  const missing = Number(isMissing(a)) - Number(isMissing(b));
  if (missing !== 0 || isMissing(a)) return missing;
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
  return compareNames(String(a), String(b)) * sign;
}

export function compareNames(a: string, b: string): number {
  return natural(a, b);
}

function isMissing(value: CellValue): boolean {
  return value === null || Number.isNaN(value);
}
