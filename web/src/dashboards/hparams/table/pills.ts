// What the table lifts out of a column: pills that are filled the more the better a value is, and the best one.
import type { TrialColumn } from '../../../kinds/hparams/trials.ts';
import { direction, type Direction } from '../../../public/runs/direction.ts';

const LEAST = 6;
const MOST = 42;

/** A share of color in percent for each row, measured by all of them: a filter recolors nothing. Null for what has no number. */
export function pillShares(
  column: TrialColumn,
  goal: Direction = direction(column.key),
): (row: number) => number | null {
  const values = column.numbers.filter(Number.isFinite).sort();
  const low = values[0] ?? 0;
  // The worst few would take the whole scale for themselves.
  const high = values[Math.floor(0.95 * (values.length - 1))] ?? 1;
  const [from, to] =
    goal === 'lower' ? [high, low] : [values[Math.ceil(0.05 * (values.length - 1))] ?? 0, values.at(-1) ?? 1];
  return (row) => {
    const value = column.numbers[row] as number;
    if (!Number.isFinite(value)) return null;
    const share = from === to ? 0.5 : Math.max(0, Math.min(1, (value - from) / (to - from)));
    return Math.round(LEAST + share * (MOST - LEAST));
  };
}

/** The row with the best number; null where none has one. */
export function bestRow(column: TrialColumn, rows: Uint32Array, goal: 'lower' | 'higher'): number | null {
  const sign = goal === 'lower' ? 1 : -1;
  let found: number | null = null;
  let best = Infinity;
  for (const row of rows) {
    const value = sign * (column.numbers[row] as number);
    if (value < best) {
      best = value;
      found = row;
    }
  }
  return found;
}
