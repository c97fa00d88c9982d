// The order of runs in the list: by a column; runs come in the order of their names.
import type { Run } from '../../data/shapes.ts';
import { natural } from '../../public/runs/natural.ts';
import type { CellValue, Column } from './column.ts';

export interface Sorting {
  /** null: by name. */
  column: Column | null;
  descending: boolean;
}

/** Runs in the order of a column; without a value they come last either way, and what is equal stays in the order of names. */
export function sortRuns(runs: readonly Run[], { column, descending }: Sorting): Run[] {
  if (!column) return descending ? [...runs].reverse() : [...runs];
  const sign = descending ? -1 : 1;
  const keyed = runs.map((run) => ({ run, value: column.value(run) }));
  keyed.sort((a, b) => compareValues(a.value, b.value, sign));
  return keyed.map(({ run }) => run);
}

export function compareValues(a: CellValue, b: CellValue, sign: number): number {
  const missing = Number(isMissing(a)) - Number(isMissing(b));
  if (missing !== 0 || isMissing(a)) return missing;
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
  return natural(String(a), String(b)) * sign;
}

function isMissing(value: CellValue): boolean {
  return value === null || Number.isNaN(value);
}
