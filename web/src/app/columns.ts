// The columns of the run list: what they show, how they sort.
import { formatBytes, formatCount, formatDate, formatDuration, formatShort, formatValue } from '../charts/format.ts';
import type { Run } from '../data/shapes.ts';
import { shownName } from '../public/selection.svelte.ts';

export interface Column {
  id: string;
  title: string;
  width_px: number;
  value(run: Run): number | string | null;
  text(run: Run): string;
}

const numeric = (id: string, title: string, width_px: number, value: (run: Run) => number | null, format: (n: number) => string): Column => ({
  id,
  title,
  width_px,
  value,
  text: (run) => {
    const found = value(run);
    return found === null ? '—' : format(found);
  },
});

export const FIXED_COLUMNS: readonly Column[] = [
  numeric('step', 'step', 50, (run) => run.last_step, formatShort),
  numeric('points', 'points', 56, (run) => run.n_points, formatShort),
  numeric('start', 'start', 92, (run) => run.start_time, formatDate),
  numeric('duration', 'duration', 76, (run) => (run.start_time === null || run.last_time === null ? null : run.last_time - run.start_time), formatDuration),
  numeric('size', 'size', 66, (run) => run.n_bytes, formatBytes),
  numeric('restarts', 'restarts', 54, (run) => run.restarts, formatCount),
  { id: 'note', title: 'note', width_px: 100, value: (run) => run.note ?? '', text: (run) => run.note ?? '' },
  { id: 'labels', title: 'labels', width_px: 80, value: (run) => run.labels.join(' '), text: (run) => run.labels.join(', ') },
];

/** Last value of a metric per run id. */
export type LastValues = ReadonlyMap<string, ReadonlyMap<number, number>>;

export const METRIC = 'metric:';

export function columnOf(id: string, values: LastValues): Column | null {
  if (!id.startsWith(METRIC)) return FIXED_COLUMNS.find((column) => column.id === id) ?? null;
  const tag = id.slice(METRIC.length);
  const known = values.get(tag);
  const title = tag.split('/').at(-1) ?? tag;
  return numeric(id, title, 58, (run) => known?.get(run.id) ?? null, formatValue);
}

/** Pinned runs first, then by the chosen column; runs without a value last, names settle what is equal. */
export function sortRuns(runs: readonly Run[], column: Column | null, descending: boolean, pinned: ReadonlySet<string>): Run[] {
  const sign = descending ? -1 : 1;
  return [...runs].sort((a, b) => {
    const byPin = Number(pinned.has(b.name)) - Number(pinned.has(a.name));
    if (byPin !== 0) return byPin;
    const byValue = column ? compare(column.value(a), column.value(b), sign) : 0;
    return byValue !== 0 ? byValue : collate(shownName(a), shownName(b)) * (column ? 1 : sign);
  });
}

const collator = new Intl.Collator('en', { numeric: true });

function collate(a: string, b: string): number {
  return collator.compare(a, b);
}

function compare(a: number | string | null, b: number | string | null, sign: number): number {
  const missing = Number(isMissing(a)) - Number(isMissing(b));
  if (missing !== 0 || isMissing(a)) return missing;
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
  return collate(String(a), String(b)) * sign;
}

function isMissing(value: number | string | null): boolean {
  return value === null || Number.isNaN(value);
}
