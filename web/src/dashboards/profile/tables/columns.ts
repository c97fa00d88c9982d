// Columns of the profile's tables: what a cell says, sorts by and is exported as.
import { formatBytes, formatCount } from '../../../charts/base/format.ts';
import { colorOf } from '../../../kinds/profile/roles.ts';
import { totalOf, type KernelRow, type OperatorRow } from '../../../kinds/profile/rows.ts';
import { inUnit, unitFor } from '../../../kinds/profile/spans.ts';
import type { CsvCell } from '../../../data/files.ts';

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
  /** Drawn before the text. */
  bar?: (row: T) => { share: number; color: string };
  /** Drawn from the middle instead of a text: −1 to the left, better, up to 1 to the right, worse. */
  swing?: (row: T) => number;
  tone?: (row: T) => '' | 'better' | 'worse';
}

export const NEUTRAL = 'var(--ink-3)';
export const percent = (share: number): string =>
  share <= 0 ? '—' : share < 0.0005 ? '<0.1 %' : `${(share * 100).toFixed(1)} %`;
const known = (value: number, text: (value: number) => string): string =>
  Number.isFinite(value) ? text(value) : '—';

export function operatorColumns(
  rows: readonly OperatorRow[],
  detail: string | null,
  hasDevice: boolean,
): TableColumn<OperatorRow>[] {
  const host = unitFor(most(rows, (row) => row.host_total_ns));
  const device = unitFor(most(rows, (row) => row.device_total_ns));
  const total = totalOf(rows, (row) => (hasDevice ? row.device_self_ns : row.host_self_ns));
  const own = (row: OperatorRow): number => (hasDevice ? row.device_self_ns : row.host_self_ns);
  const longest = most(rows, own);
  const mean = (row: OperatorRow): number =>
    row.calls > 0 ? (hasDevice ? row.device_total_ns : row.host_total_ns) / row.calls : 0;
  const share: TableColumn<OperatorRow> = {
    key: 'share',
    title: 'share',
    width_px: 150,
    drop: 1,
    value: (row) => (total > 0 ? own(row) / total : 0),
    text: (row) => percent(total > 0 ? own(row) / total : 0),
    bar: (row) => ({
      share: longest > 0 ? own(row) / longest : 0,
      color: hasDevice ? colorOf('kernel') : colorOf('cpu'),
    }),
  };
  const hostBand = `host, ${host.name}`;
  const deviceBand = `device, ${device.name}`;
  return [
    {
      key: 'operator',
      title: 'Operator',
      isText: true,
      value: (row) => row.operator,
      text: (row) => row.operator,
    },
    ...(hasDevice
      ? [
          time<OperatorRow>('device_self_ns', 'self', deviceBand, device, (row) => row.device_self_ns, true),
          { ...share, band: deviceBand },
          {
            ...time<OperatorRow>(
              'device_total_ns',
              'total',
              deviceBand,
              device,
              (row) => row.device_total_ns,
            ),
            drop: 1,
          },
        ]
      : []),
    time('host_self_ns', 'self', hostBand, host, (row) => row.host_self_ns, !hasDevice),
    ...(hasDevice ? [] : [{ ...share, band: hostBand }]),
    { ...time('host_total_ns', 'total', hostBand, host, (row) => row.host_total_ns), drop: 1 },
    count('calls', 'calls', (row) => row.calls),
    {
      key: 'mean_ns',
      title: 'mean, µs',
      width_px: 84,
      drop: 2,
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
            value: (row: OperatorRow) => onCores(row),
            text: (row: OperatorRow) => percent(onCores(row)),
          },
        ]
      : []),
    ...(detail === null
      ? []
      : [
          {
            key: 'detail',
            title: detail,
            isText: true,
            value: (row: OperatorRow) => row.detail,
            text: (row: OperatorRow) => row.detail || '—',
          },
        ]),
  ];
}

export function kernelColumns(rows: readonly KernelRow[], byOperator: boolean): TableColumn<KernelRow>[] {
  const unit = unitFor(most(rows, (row) => row.total_ns));
  const total = totalOf(rows, (row) => row.total_ns);
  const longest = most(rows, (row) => row.total_ns);
  const spread = `one call, µs`;
  const call = { name: 'µs', ns: 1e3 };
  return [
    {
      key: 'kernel',
      title: 'Kernel',
      isText: true,
      least_px: 340,
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
            value: (row: KernelRow) => row.operator,
            text: (row: KernelRow) => row.operator || '—',
          },
        ]
      : []),
    time('total_ns', `total, ${unit.name}`, undefined, unit, (row) => row.total_ns, true),
    {
      key: 'share',
      title: 'share',
      width_px: 138,
      drop: 1,
      value: (row) => (total > 0 ? row.total_ns / total : 0),
      text: (row) => percent(total > 0 ? row.total_ns / total : 0),
      bar: (row) => ({ share: longest > 0 ? row.total_ns / longest : 0, color: colorOf(row.category) }),
    },
    count('calls', 'calls', (row) => row.calls),
    { ...time('mean_ns', 'mean', spread, call, (row) => row.mean_ns), width_px: 80, drop: 1 },
    { ...time('min_ns', 'least', spread, call, (row) => row.min_ns), drop: 2 },
    { ...time('max_ns', 'most', spread, call, (row) => row.max_ns), drop: 2 },
    {
      key: 'occupancy_percent',
      title: 'occupancy',
      width_px: 112,
      drop: 1,
      value: (row) => row.occupancy,
      text: (row) => known(row.occupancy, (value) => `${value.toFixed(0)} %`),
      bar: (row) => ({ share: Number.isFinite(row.occupancy) ? row.occupancy / 100 : 0, color: NEUTRAL }),
    },
    {
      key: 'tensor_cores',
      title: 'tensor cores',
      width_px: 86,
      drop: 2,
      value: (row) => Number(row.usesTensorCores),
      text: (row) => (row.usesTensorCores ? 'yes' : '—'),
    },
    {
      key: 'blocks_per_sm',
      title: 'blocks/SM',
      width_px: 74,
      drop: 5,
      value: (row) => row.blocks_per_sm,
      text: (row) => known(row.blocks_per_sm, (value) => formatCount(Number(value.toFixed(1)))),
    },
    {
      key: 'registers',
      title: 'registers',
      width_px: 68,
      drop: 6,
      value: (row) => row.registers,
      text: (row) => known(row.registers, (value) => value.toFixed(0)),
    },
    {
      key: 'shared_memory',
      title: 'shared mem',
      width_px: 84,
      drop: 7,
      value: (row) => row.shared_memory,
      text: (row) => known(row.shared_memory, (value) => (value > 0 ? formatBytes(value) : '0')),
    },
    {
      key: 'bandwidth_gb_s',
      title: 'GB/s',
      width_px: 60,
      drop: 3,
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

/** Rows whose texts hold every word of the filter. */
export function filtered<T>(
  rows: readonly T[],
  columns: readonly TableColumn<T>[],
  filter: string,
): readonly T[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  const texts = columns.filter((column) => column.isText);
  return rows.filter((row) => {
    const text = texts.map((column) => String(column.value(row)).toLowerCase()).join('\n');
    return words.every((word) => text.includes(word));
  });
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
  const column = { key, title, width_px: 78, isStrong, value, text: (row: T) => inUnit(value(row), unit) };
  return band === undefined ? column : { ...column, band };
}

export function count<T>(key: string, title: string, value: (row: T) => number): TableColumn<T> {
  // Calls per step may be parts of one.
  const text = (row: T): string => formatCount(Number(value(row).toFixed(1)));
  return { key, title, width_px: 64, value, text };
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
