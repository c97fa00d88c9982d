// A column of the run list: what it shows, how it sorts, what it comes to for a group of runs.
import type { Run } from '../../data/shapes.ts';

export type CellValue = number | string | null;

export interface Column {
  id: string;
  title: string;
  /** The whole name, for pointing at the head. */
  hint: string;
  width_px: number;
  /** The width that its head needs, given where names leave it. */
  roomy_px?: number;
  /** The tag whose line it draws instead of a text. */
  lineOf?: string;
  /** Its values are still to come. */
  isPending?: boolean;
  value(run: Run): CellValue;
  text(run: Run): string;
  /** What the runs of a group come to. */
  together(runs: readonly Run[]): CellValue;
  format(value: CellValue): string;
}

type Merge = (values: readonly number[]) => number;
export const mean: Merge = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
export const most: Merge = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
export const least: Merge = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
export const sum: Merge = (values) => values.reduce((a, b) => a + b, 0);

export interface Numeric {
  id: string;
  title: string;
  hint?: string;
  width_px: number;
  value: (run: Run) => number | null;
  format: (n: number) => string;
  merge: Merge;
}

export function numeric({ id, title, hint = title, width_px, value, format, merge }: Numeric): Column {
  const show = (found: CellValue): string => (typeof found === 'number' ? format(found) : '—');
  const together = (runs: readonly Run[]): number | null => {
    const known = runs.map(value).filter((one): one is number => one !== null && !Number.isNaN(one));
    return known.length > 0 ? merge(known) : null;
  };
  return { id, title, hint, width_px, value, text: (run) => show(value(run)), together, format: show };
}
