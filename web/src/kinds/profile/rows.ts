// The rows of the operator and kernel tables.
import { Columns } from '../../data/columns.ts';

export interface OperatorRow {
  operator: string;
  /** Shapes, stack or module, by what the rows are grouped. */
  detail: string;
  calls: number;
  host_self_ns: number;
  host_total_ns: number;
  device_self_ns: number;
  device_total_ns: number;
  tensor_core_ns: number;
  /** What of the own device time was copying and filling. */
  memcpy_ns: number;
  memset_ns: number;
  /** How many different shapes of inputs its calls had; 0 where none were recorded. */
  shapes: number;
}

export interface KernelRow {
  kernel: string;
  /** Without what many kernels have in common. */
  short_name: string;
  operator: string;
  category: string;
  calls: number;
  total_ns: number;
  mean_ns: number;
  min_ns: number;
  max_ns: number;
  usesTensorCores: boolean;
  bytes: number;
  /** Percent; NaN where no call reports it, as with the four below. */
  occupancy: number;
  blocks_per_sm: number;
  registers: number;
  shared_memory: number;
  bandwidth_gb_s: number;
  grid: string;
  block: string;
}

/** Rows, and how many there were before the server's limit. */
export interface Listed<T> {
  rows: readonly T[];
  nAll: number;
}

export interface ListedOperators extends Listed<OperatorRow> {
  /** Whether it is known which forward operator made which backward pass. */
  hasBackward: boolean;
}

export function decodeOperators(bytes: ArrayBuffer): ListedOperators {
  const columns = new Columns(bytes);
  const text = textColumns(columns, ['operator', 'detail']);
  const number = numberColumns(columns, [
    'calls',
    'host_self_ns',
    'host_total_ns',
    'device_self_ns',
    'device_total_ns',
    'tensor_core_ns',
    'memcpy_ns',
    'memset_ns',
    'shapes',
  ]);
  const rows = Array.from({ length: columns.rows }, (_, row) => ({ ...text(row), ...number(row) }));
  return {
    rows,
    nAll: Number(columns.notes['n_operators'] ?? rows.length),
    hasBackward: columns.notes['has_backward'] === true,
  };
}

/** Where operators were called, by `operatorKey`: "Block_*.Linear_0", and in how many other places. */
export function decodePlaces(bytes: ArrayBuffer): ReadonlyMap<string, string> {
  const columns = new Columns(bytes);
  const text = textColumns(columns, ['operator', 'detail', 'place']);
  const number = numberColumns(columns, ['n_others']);
  const rows = Array.from({ length: columns.rows }, (_, row) => ({ ...text(row), ...number(row) }));
  return new Map(
    rows.map((row) => [operatorKey(row), row.n_others > 0 ? `${row.place}  +${row.n_others}` : row.place]),
  );
}

/** What tells a row of the operators from all others. */
export function operatorKey(row: { operator: string; detail: string }): string {
  return `${row.operator}\n${row.detail}`;
}

export function decodeKernels(bytes: ArrayBuffer): Listed<KernelRow> {
  const columns = new Columns(bytes);
  const text = textColumns(columns, ['kernel', 'short_name', 'operator', 'category', 'grid', 'block']);
  const number = numberColumns(columns, [
    'calls',
    'total_ns',
    'mean_ns',
    'min_ns',
    'max_ns',
    'bytes',
    'occupancy',
    'blocks_per_sm',
    'registers',
    'shared_memory',
    'bandwidth_gb_s',
  ]);
  const cores = columns.numbers('tensor_cores');
  const rows = Array.from({ length: columns.rows }, (_, row) => ({
    ...text(row),
    ...number(row),
    usesTensorCores: cores[row] === 1,
  }));
  return { rows, nAll: Number(columns.notes['n_kernels'] ?? rows.length) };
}

export function totalOf<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}

function textColumns<K extends string>(
  columns: Columns,
  names: readonly K[],
): (row: number) => Record<K, string> {
  const held = names.map((name) => [name, columns.words(name)] as const);
  return (row) =>
    Object.fromEntries(held.map(([name, texts]) => [name, texts[row] ?? ''])) as Record<K, string>;
}

function numberColumns<K extends string>(
  columns: Columns,
  names: readonly K[],
): (row: number) => Record<K, number> {
  const held = names.map((name) => [name, columns.numbers(name)] as const);
  return (row) =>
    Object.fromEntries(held.map(([name, values]) => [name, values[row] ?? NaN])) as Record<K, number>;
}

/** Times and calls as means over so many steps. */
export function operatorsPerStep(rows: readonly OperatorRow[], n_steps: number): OperatorRow[] {
  return rows.map((row) => ({
    ...row,
    calls: row.calls / n_steps,
    host_self_ns: row.host_self_ns / n_steps,
    host_total_ns: row.host_total_ns / n_steps,
    device_self_ns: row.device_self_ns / n_steps,
    device_total_ns: row.device_total_ns / n_steps,
    tensor_core_ns: row.tensor_core_ns / n_steps,
    memcpy_ns: row.memcpy_ns / n_steps,
    memset_ns: row.memset_ns / n_steps,
  }));
}

/** The same of kernels; what one call took stays. */
export function kernelsPerStep(rows: readonly KernelRow[], n_steps: number): KernelRow[] {
  return rows.map((row) => ({ ...row, calls: row.calls / n_steps, total_ns: row.total_ns / n_steps }));
}
