// Columns of the profile's tables: what a cell says, sorts by and is exported as.
import { formatBytes, formatCount } from '../../../charts/base/format.ts';
import { colorOf } from '../../../kinds/profile/roles.ts';
import { totalOf, type KernelRow, type OperatorRow } from '../../../kinds/profile/rows.ts';
import { inUnit, unitFor, type SpanUnit } from '../../../kinds/profile/spans.ts';
import type { CsvCell } from '../../../data/files.ts';

export interface BarPart {
  share: number;
  color: string;
}

/** How times of a table are shown: as sums, as means of steps, or in percent of the sum of own times. */
export type Shown = 'total' | 'step' | 'percent';

export interface TableColumn<T> {
  /** Also its name in a CSV file. */
  key: string;
  title: string;
  /** A heading over several columns. */
  band?: string;
  width_px?: number;
  /** What a column without a width keeps at least, while others can be left out. */
  least_px?: number;
  isText?: boolean;
  isStrong?: boolean;
  /** Left out where the table is narrow, the highest first. */
  drop?: number;
  value: (row: T) => number | string;
  text: (row: T) => string;
  /** How far a name stands to the right, in a tree. */
  indent_px?: (row: T) => number;
  /** Drawn before the text, one after the other. */
  bar?: (row: T) => readonly BarPart[];
  /** Drawn from the middle instead of a text: −1 to the left, better, up to 1 to the right, worse. */
  swing?: (row: T) => number;
  tone?: (row: T) => '' | 'better' | 'worse';
  /** Its name in a filter; none: it cannot be filtered by. */
  field?: string;
  /** What `value` is: nanoseconds, a part of 1, percent, or a plain number. */
  measure?: 'time' | 'share' | 'percent' | 'count';
}

export const NEUTRAL = 'var(--ink-3)';
export const percent = (share: number): string =>
  share <= 0 ? '—' : share < 0.0005 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`;
const known = (value: number, text: (value: number) => string): string =>
  Number.isFinite(value) ? text(value) : '—';

export interface OperatorColumnOptions {
  /** What the rows are grouped by beside the name; null: by the name alone. */
  detail: string | null;
  hasDevice: boolean;
  shown: Shown;
  /** Where an operator is called; null: the profile does not say. */
  placeOf: ((row: OperatorRow) => string) | null;
}

export function operatorColumns(
  rows: readonly OperatorRow[],
  { detail, hasDevice, shown, placeOf }: OperatorColumnOptions,
): TableColumn<OperatorRow>[] {
  const hostSum = totalOf(rows, (row) => row.host_self_ns);
  const deviceSum = totalOf(rows, (row) => row.device_self_ns);
  const host = shownUnit(
    shown,
    hostSum,
    most(rows, (row) => row.host_total_ns),
  );
  const device = shownUnit(
    shown,
    deviceSum,
    most(rows, (row) => row.device_total_ns),
  );
  const total = hasDevice ? deviceSum : hostSum;
  const own = (row: OperatorRow): number => (hasDevice ? row.device_self_ns : row.host_self_ns);
  const longest = most(rows, own);
  const mean = (row: OperatorRow): number =>
    row.calls > 0 ? (hasDevice ? row.device_total_ns : row.host_total_ns) / row.calls : 0;
  const share: TableColumn<OperatorRow> = {
    key: 'share',
    title: 'share',
    width_px: 150,
    drop: 1,
    field: 'share',
    measure: 'share',
    value: (row) => (total > 0 ? own(row) / total : 0),
    text: (row) => percent(total > 0 ? own(row) / total : 0),
    bar: (row) =>
      (hasDevice ? deviceParts(row) : [{ ns: row.host_self_ns, color: colorOf('cpu') }]).map((part) => ({
        share: longest > 0 ? part.ns / longest : 0,
        color: part.color,
      })),
  };
  const hostBand = bandOf('host', host, shown);
  const deviceBand = bandOf('device', device, shown);
  return [
    {
      key: 'operator',
      title: 'Operator',
      isText: true,
      field: 'name',
      value: (row) => row.operator,
      text: (row) => row.operator,
    },
    ...(hasDevice
      ? [
          {
            ...time<OperatorRow>(
              'device_self_ns',
              'self',
              deviceBand,
              device,
              (row) => row.device_self_ns,
              true,
            ),
            field: 'device',
          },
          { ...share, band: deviceBand },
          {
            ...time<OperatorRow>(
              'device_total_ns',
              'total',
              deviceBand,
              device,
              (row) => row.device_total_ns,
            ),
            field: 'device_total',
            drop: 1,
          },
        ]
      : []),
    {
      ...time<OperatorRow>('host_self_ns', 'self', hostBand, host, (row) => row.host_self_ns, !hasDevice),
      field: 'host',
    },
    ...(hasDevice ? [] : [{ ...share, band: hostBand }]),
    {
      ...time<OperatorRow>('host_total_ns', 'total', hostBand, host, (row) => row.host_total_ns),
      field: 'host_total',
      drop: 1,
    },
    count('calls', 'calls', (row) => row.calls),
    {
      key: 'mean_ns',
      title: 'mean, µs',
      width_px: 84,
      drop: 2,
      field: 'mean',
      measure: 'time',
      value: mean,
      text: (row) => (mean(row) > 0 ? formatCount(Number((mean(row) / 1e3).toFixed(1))) : '—'),
    },
    ...(rows.some((row) => row.shapes > 0)
      ? [
          {
            key: 'shapes',
            title: 'shapes',
            width_px: 68,
            drop: 3,
            field: 'shapes',
            value: (row: OperatorRow) => row.shapes,
            text: (row: OperatorRow) => (row.shapes > 0 ? formatCount(row.shapes) : '—'),
          },
        ]
      : []),
    ...(hasDevice
      ? [
          {
            key: 'tensor_cores',
            title: 'tensor cores',
            width_px: 92,
            drop: 2,
            field: 'cores',
            measure: 'share' as const,
            value: (row: OperatorRow) => onCores(row),
            text: (row: OperatorRow) => percent(onCores(row)),
          },
        ]
      : []),
    ...(detail === null ? [] : [textColumn('detail', detail, 'detail', (row) => row.detail)]),
    ...(placeOf === null
      ? []
      : [{ ...textColumn('place', 'Module or stack', 'place', placeOf), width_px: 210, drop: 2 }]),
  ];
}

/** What an operator's own device time consists of, the parts that are not 0. */
export function deviceParts(row: OperatorRow): { name: string; ns: number; color: string }[] {
  const parts = {
    kernel: row.device_self_ns - row.memcpy_ns - row.memset_ns,
    memcpy: row.memcpy_ns,
    memset: row.memset_ns,
  };
  return Object.entries(parts)
    .map(([name, ns]) => ({ name, ns, color: colorOf(name) }))
    .filter(({ ns }) => ns > 0);
}

function textColumn(
  key: string,
  title: string,
  field: string,
  value: (row: OperatorRow) => string,
): TableColumn<OperatorRow> {
  return { key, title, isText: true, field, value, text: (row) => value(row) || '—' };
}

/** The unit of a table's times; of percent it is a hundredth of their sum. */
export function shownUnit(shown: Shown, sum_ns: number, most_ns: number): SpanUnit {
  return shown === 'percent' ? { name: '%', ns: Math.max(sum_ns, 1) / 100 } : unitFor(most_ns);
}

function bandOf(name: string, unit: SpanUnit, shown: Shown): string {
  return `${name}, ${unit.name}${shown === 'step' ? ' per step' : ''}`;
}

export function kernelColumns(
  rows: readonly KernelRow[],
  byOperator: boolean,
  shown: Shown,
): TableColumn<KernelRow>[] {
  const total = totalOf(rows, (row) => row.total_ns);
  const unit = shownUnit(
    shown,
    total,
    most(rows, (row) => row.total_ns),
  );
  const longest = most(rows, (row) => row.total_ns);
  const spread = `one call, µs`;
  const call = { name: 'µs', ns: 1e3 };
  return [
    {
      key: 'kernel',
      title: 'Kernel',
      isText: true,
      least_px: 340,
      field: 'name',
      value: (row) => row.kernel,
      text: (row) => row.short_name,
    },
    ...(byOperator
      ? [
          {
            key: 'operator',
            title: 'Launched by',
            isText: true,
            width_px: 190,
            drop: 1,
            field: 'operator',
            value: (row: KernelRow) => row.operator,
            text: (row: KernelRow) => row.operator || '—',
          },
        ]
      : []),
    {
      ...time<KernelRow>('total_ns', `total, ${unit.name}`, undefined, unit, (row) => row.total_ns, true),
      field: 'total',
    },
    {
      key: 'share',
      title: 'share',
      width_px: 138,
      drop: 1,
      field: 'share',
      measure: 'share',
      value: (row) => (total > 0 ? row.total_ns / total : 0),
      text: (row) => percent(total > 0 ? row.total_ns / total : 0),
      bar: (row) => [{ share: longest > 0 ? row.total_ns / longest : 0, color: colorOf(row.category) }],
    },
    count('calls', 'calls', (row) => row.calls),
    { ...time('mean_ns', 'mean', spread, call, (row) => row.mean_ns), width_px: 80, drop: 1, field: 'mean' },
    { ...time('min_ns', 'least', spread, call, (row) => row.min_ns), drop: 2, field: 'least' },
    { ...time('max_ns', 'most', spread, call, (row) => row.max_ns), drop: 2, field: 'most' },
    {
      key: 'occupancy_percent',
      title: 'occupancy',
      width_px: 112,
      drop: 1,
      field: 'occupancy',
      measure: 'percent',
      value: (row) => row.occupancy,
      text: (row) => known(row.occupancy, (value) => `${value.toFixed(0)} %`),
      bar: (row) => [{ share: Number.isFinite(row.occupancy) ? row.occupancy / 100 : 0, color: NEUTRAL }],
    },
    {
      key: 'tensor_cores',
      title: 'tensor cores',
      width_px: 86,
      drop: 2,
      field: 'cores',
      value: (row) => Number(row.usesTensorCores),
      text: (row) => (row.usesTensorCores ? 'yes' : '—'),
    },
    {
      key: 'blocks_per_sm',
      title: 'blocks/SM',
      width_px: 74,
      drop: 5,
      field: 'blocks',
      value: (row) => row.blocks_per_sm,
      text: (row) => known(row.blocks_per_sm, (value) => formatCount(Number(value.toFixed(1)))),
    },
    {
      key: 'registers',
      title: 'registers',
      width_px: 68,
      drop: 6,
      field: 'registers',
      value: (row) => row.registers,
      text: (row) => known(row.registers, (value) => value.toFixed(0)),
    },
    {
      key: 'shared_memory',
      title: 'shared mem',
      width_px: 84,
      drop: 7,
      field: 'shared',
      value: (row) => row.shared_memory,
      text: (row) => known(row.shared_memory, (value) => (value > 0 ? formatBytes(value) : '0')),
    },
    {
      key: 'bandwidth_gb_s',
      title: 'GB/s',
      width_px: 60,
      drop: 3,
      field: 'bandwidth',
      value: (row) => row.bandwidth_gb_s,
      text: (row) => known(row.bandwidth_gb_s, (value) => value.toFixed(1)),
    },
    shape('grid', (row) => row.grid),
    shape('block', (row) => row.block),
  ];
}

/** Names keep a width at which they can be distinguished; what then has no room is left out. */
const LEAST_TEXT_PX = 230;

export function fitting<T>(columns: readonly TableColumn<T>[], width_px: number): readonly TableColumn<T>[] {
  let left = columns;
  const least = (column: TableColumn<T>): number =>
    Math.min(column.least_px ?? LEAST_TEXT_PX, width_px * 0.5);
  const needed = (): number => left.reduce((sum, column) => sum + (column.width_px ?? least(column)), 0);
  while (needed() > width_px) {
    const most = Math.max(...left.map((column) => column.drop ?? 0));
    if (most === 0) break;
    const dropped = left.map((column) => column.drop ?? 0).lastIndexOf(most);
    left = left.filter((_, i) => i !== dropped);
  }
  return left;
}

/** The columns in sight: those that were chosen, whatever room there is, or as many as fit. */
export function shownColumns<T>(
  columns: readonly TableColumn<T>[],
  chosen: readonly string[] | null,
  width_px: number,
): readonly TableColumn<T>[] {
  if (chosen === null) return fitting(columns, width_px);
  return columns.filter((column, i) => i === 0 || chosen.includes(column.key));
}

/** What all columns take at least: a table with more than fits is scrolled. */
export function leastWidth<T>(columns: readonly TableColumn<T>[]): number {
  return columns.reduce((sum, column) => sum + (column.width_px ?? column.least_px ?? LEAST_TEXT_PX), 0);
}

/** How far rows are scrolled where the details of one stand between them: while those go by, the rows stand still. */
export function withoutDetails(
  scroll_px: number,
  openRow: number,
  row_px: number,
  details_px: number,
): number {
  const above_px = (openRow + 1) * row_px;
  if (openRow < 0 || scroll_px <= above_px) return scroll_px;
  return Math.max(above_px, scroll_px - details_px);
}

/** By `-key` the largest first, by `key` the smallest; what is not known is last either way. */
export function sorted<T>(
  rows: readonly T[],
  columns: readonly TableColumn<T>[],
  sort: string,
): readonly T[] {
  const column = columns.find((one) => one.key === sort.replace(/^-/, ''));
  if (!column) return rows;
  const sign = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [column.value(a), column.value(b)];
    if (typeof left === 'string' || typeof right === 'string')
      return sign * String(left).localeCompare(String(right));
    if (Number.isNaN(left) || Number.isNaN(right))
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
    return sign * (left - right);
  });
}

export function csvRows<T>(rows: readonly T[], columns: readonly TableColumn<T>[]): CsvCell[][] {
  return rows.map((row) =>
    columns.map((column) => {
      const value = column.value(row);
      return typeof value === 'number' && Number.isNaN(value) ? null : value;
    }),
  );
}

export function time<T>(
  key: string,
  title: string,
  band: string | undefined,
  unit: ReturnType<typeof unitFor>,
  value: (row: T) => number,
  isStrong = false,
): TableColumn<T> {
  const text = (row: T): string => inUnit(value(row), unit);
  const column = { key, title, width_px: 78, isStrong, measure: 'time' as const, value, text };
  return band === undefined ? column : { ...column, band };
}

export function count<T>(key: string, title: string, value: (row: T) => number): TableColumn<T> {
  // Calls per step may be parts of one.
  const text = (row: T): string => formatCount(Number(value(row).toFixed(1)));
  return { key, title, width_px: 64, field: key, value, text };
}

function shape(key: string, value: (row: KernelRow) => string): TableColumn<KernelRow> {
  return {
    key,
    title: key,
    width_px: 92,
    drop: 4,
    value,
    text: (row) => launchText(value(row)).replaceAll(' × ', '×'),
  };
}

/** `[128, 1, 1]` as `128 × 1 × 1`. */
export function launchText(shape: string): string {
  return shape.replaceAll(/[[\]]/g, '').replaceAll(/,\s*/g, ' × ') || '—';
}

function onCores(row: OperatorRow): number {
  return row.device_self_ns > 0 ? row.tensor_core_ns / row.device_self_ns : 0;
}

function most<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((largest, row) => Math.max(largest, value(row)), 0);
}
