// The columns of the run list: facts of runs, metrics and hyperparameters, and how wide they are.
import {
  formatBytes,
  formatCount,
  formatDate,
  formatDuration,
  formatShort,
  formatStep,
  formatValue,
} from '../../charts/base/format.ts';
import type { Run } from '../../data/shapes.ts';
import { direction } from '../../public/runs/direction.ts';
import { HPARAM, type HparamLookUp } from '../../public/runs/groups.ts';
import { least, mean, most, numeric, sum, type CellValue, type Column } from './column.ts';
import { NO_PACE, paceColumns, type Pace } from './pace.ts';

function textual(id: string, title: string, width_px: number, value: (run: Run) => string): Column {
  const show = (found: CellValue): string => (found === null ? '' : String(found));
  const together = (runs: readonly Run[]): string | null => {
    const [first, ...others] = new Set(runs.map(value));
    return others.length === 0 ? (first ?? null) : null;
  };
  // An empty text sorts last, as a missing number does.
  return {
    id,
    title,
    hint: title,
    width_px,
    value: (run) => value(run) || null,
    text: value,
    together,
    format: show,
  };
}

export const FIXED_COLUMNS: readonly Column[] = [
  numeric({
    id: 'step',
    title: 'step',
    width_px: 50,
    value: (run) => run.last_step,
    format: formatStep,
    merge: most,
  }),
  numeric({
    id: 'points',
    title: 'points',
    width_px: 56,
    value: (run) => run.n_points,
    format: formatShort,
    merge: sum,
  }),
  numeric({
    id: 'start',
    title: 'start',
    width_px: 92,
    value: (run) => run.start_time,
    format: formatDate,
    merge: least,
  }),
  numeric({
    id: 'duration',
    title: 'duration',
    width_px: 76,
    value: duration,
    format: formatDuration,
    merge: mean,
  }),
  numeric({
    id: 'size',
    title: 'size',
    width_px: 66,
    value: (run) => run.n_bytes,
    format: formatBytes,
    merge: sum,
  }),
  numeric({
    id: 'restarts',
    title: 'restarts',
    width_px: 54,
    value: (run) => run.restarts,
    format: formatCount,
    merge: sum,
  }),
  textual('note', 'note', 100, (run) => run.note ?? ''),
  textual('labels', 'labels', 80, (run) => run.labels.join(', ')),
];

function duration(run: Run): number | null {
  return run.start_time === null || run.last_time === null ? null : run.last_time - run.start_time;
}

/** Which value of a metric a column shows; `best` is the lowest or the highest, as the tag's name says. */
export const AGGREGATES = ['last', 'best', 'min', 'max'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export interface MetricValues {
  last: ReadonlyMap<number, number>;
  min: ReadonlyMap<number, number>;
  max: ReadonlyMap<number, number>;
}

/** What is known of metrics, by tag. */
export type KnownMetrics = ReadonlyMap<string, MetricValues>;

const METRIC = 'metric';
const LINE = 'line:';

export function metricId(tag: string, aggregate: Aggregate = 'last'): string {
  return aggregate === 'last' ? `${METRIC}:${tag}` : `${METRIC}.${aggregate}:${tag}`;
}

/** A column that draws a metric as a small line. */
export function lineId(tag: string): string {
  return LINE + tag;
}

/** The metric and its value that a column's id names; null where it names something else. */
export function metricOf(id: string): { tag: string; aggregate: Aggregate } | null {
  if (id.startsWith(LINE)) return { tag: id.slice(LINE.length), aggregate: 'last' };
  const found = /^metric(?:\.(best|min|max))?:(.*)$/s.exec(id);
  return found ? { tag: found[2] ?? '', aggregate: (found[1] as Aggregate | undefined) ?? 'last' } : null;
}

export function columnOf(
  id: string,
  metrics: KnownMetrics,
  look: HparamLookUp,
  pace: Pace = NO_PACE,
): Column | null {
  const metric = metricOf(id);
  if (metric) {
    const column = metricColumn(id, metric.tag, metric.aggregate, metrics.get(metric.tag));
    return id.startsWith(LINE) ? { ...column, ...LINE_COLUMN, lineOf: metric.tag } : column;
  }
  if (id.startsWith(HPARAM)) return hparamColumn(id, id.slice(HPARAM.length), look);
  return [...FIXED_COLUMNS, ...paceColumns(pace)].find((column) => column.id === id) ?? null;
}

/** As wide as its line, whatever its head needs. */
const LINE_COLUMN = { width_px: 84, roomy_px: 84 };

function metricColumn(
  id: string,
  tag: string,
  aggregate: Aggregate,
  known: MetricValues | undefined,
): Column {
  const kind = aggregate !== 'best' ? aggregate : direction(tag) === 'higher' ? 'max' : 'min';
  const title = aggregate === 'last' ? tag : `${aggregate} ${tag}`;
  const column = numeric({
    id,
    title,
    hint: `${tag}, ${aggregate}`,
    width_px: 58,
    value: (run) => known?.[kind].get(run.id) ?? null,
    format: formatValue,
    merge: mean,
  });
  const isPending = known === undefined;
  // The head has two lines, the folder and the name.
  const folder = title.lastIndexOf('/') + 1;
  const longest = Math.max(folder, title.length - folder);
  return { ...column, isPending, roomy_px: Math.min(MOST_PX, Math.max(58, 14 + longest * CHAR_PX)) };
}

function hparamColumn(id: string, name: string, look: HparamLookUp): Column {
  const value = (run: Run): CellValue => {
    const found = look(run.id, name);
    return typeof found === 'boolean' ? String(found) : found;
  };
  const format = (found: CellValue): string =>
    typeof found === 'number' ? formatHparam(found) : (found ?? '—');
  const together = (runs: readonly Run[]): CellValue => {
    const [first, ...others] = new Set(runs.map(value));
    return others.length === 0 ? (first ?? null) : null;
  };
  return {
    id,
    title: name,
    hint: `hyperparameter ${name}`,
    width_px: 58,
    value,
    text: (run) => format(value(run)),
    together,
    format,
  };
}

const CHAR_PX = 6.2;
const MOST_PX = 128;
const EMPTY_PX = 30;

/** Columns in the room beside the names: those without a value shrink first, then heads give way to names, then the empty ones go. */
export function fitColumns(
  columns: readonly Column[],
  { runs, wide_px, names_px }: { runs: readonly Run[]; wide_px: number; names_px: number },
): Column[] {
  const isEmpty = (column: Column): boolean =>
    column.isPending !== true && runs.every((run) => column.value(run) === null);
  const fitted = columns.map((column) =>
    isEmpty(column) ? { ...column, width_px: Math.min(column.width_px, EMPTY_PX) } : column,
  );
  const roomy = columns.map((column, i) => {
    const now = fitted[i] ?? column;
    return now === column ? { ...column, width_px: column.roomy_px ?? column.width_px } : now;
  });
  if (sumWidths(roomy) + names_px <= wide_px) return roomy;
  return sumWidths(fitted) + names_px <= wide_px ? fitted : fitted.filter((_, i) => fitted[i] === columns[i]);
}

export function sumWidths(columns: readonly Column[]): number {
  return columns.reduce((total_px, column) => total_px + column.width_px, 0);
}

/** About how wide the longest of these names is, whole, with the swatch before and the mark after it. */
export function namesWidth(rows: readonly { name: string; depth: number }[]): number {
  const chars = rows.reduce((longest, row) => Math.max(longest, row.name.length + row.depth * 2), 0);
  return Math.min(420, 60 + chars * CHAR_PX);
}

/** The columns with one of them at another place; those between make room. */
export function moveColumn(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((one) => one !== id);
  const at = Math.max(0, Math.min(others.length, place));
  return [...others.slice(0, at), id, ...others.slice(at)];
}

/** As people set it: 0.003, 1e-4, 512. */
export function formatHparam(value: number): string {
  const short = Number(value.toPrecision(4));
  return short !== 0 && Math.abs(short) < 1e-3 ? short.toExponential().replace('e+', 'e') : String(short);
}
