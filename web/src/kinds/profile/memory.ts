// Memory of a profile as the server answers it, and what the charts take from it.
import { Columns } from '../../data/columns.ts';

export interface MemoryDevice {
  label: string;
  is_host: boolean;
  capacity_bytes: number | null;
  /** The file has no totals: what is allocated counts from the profile's beginning. */
  is_relative: boolean;
  /** Whether events have addresses, by which frees belong to allocations. */
  has_pairs: boolean;
  n_allocations: number;
  n_frees: number;
  peak_bytes: number;
  peak_ns: number;
  reserved_bytes: number;
}

/** Alike allocations: of one operator and size. */
export interface MemoryGroup {
  operator: string;
  each_bytes: number;
  count: number;
  bytes: number;
  slice: number;
  age_ns: number;
  /** Python functions around the first of them, the innermost first. */
  stack: readonly string[];
}

export interface MemoryStep {
  step: number;
  start_ns: number;
  end_ns: number;
  lowest_bytes: number;
  highest_bytes: number;
  /** What its allocations leave behind; null where it is not known. */
  left_bytes: number | null;
  left_count: number | null;
}

export interface ProfileMemory {
  devices: readonly MemoryDevice[];
  device: number;
  alive?: {
    bytes: number;
    before_bytes: number;
    slice: number;
    n_groups: number;
    groups: readonly MemoryGroup[];
  } | null;
  sizes?: readonly { least_bytes: number; count: number; bytes: number }[];
  steps?: readonly MemoryStep[];
  left?: { bytes: number; n_groups: number; groups: readonly MemoryGroup[] } | null;
}

export interface MemoryCurve {
  time_ns: Float64Array;
  least_bytes: Float64Array;
  most_bytes: Float64Array;
  last_bytes: Float64Array;
  reserved_bytes: Float64Array;
  start_ns: number;
  end_ns: number;
}

export function decodeCurve(bytes: ArrayBuffer): MemoryCurve {
  const columns = new Columns(bytes);
  return {
    time_ns: columns.numbers('time_ns'),
    least_bytes: columns.numbers('least_bytes'),
    most_bytes: columns.numbers('most_bytes'),
    last_bytes: columns.numbers('last_bytes'),
    reserved_bytes: columns.numbers('reserved_bytes'),
    start_ns: Number(columns.notes['start_ns'] ?? 0),
    end_ns: Number(columns.notes['end_ns'] ?? 1),
  };
}

export interface MemoryOperator {
  operator: string;
  self_growth_bytes: number;
  self_allocated_bytes: number;
  self_count: number;
  growth_bytes: number;
  allocated_bytes: number;
  count: number;
}

const NUMBERS = [
  'self_growth_bytes',
  'self_allocated_bytes',
  'self_count',
  'growth_bytes',
  'allocated_bytes',
  'count',
] as const;

export function decodeMemoryOperators(bytes: ArrayBuffer): MemoryOperator[] {
  const columns = new Columns(bytes);
  const names = columns.words('operator');
  const numbers = NUMBERS.map((name) => [name, columns.numbers(name)] as const);
  return names.map((operator, row) => ({
    operator,
    ...(Object.fromEntries(numbers.map(([name, values]) => [name, values[row] ?? 0])) as Record<
      (typeof NUMBERS)[number],
      number
    >),
  }));
}

/** Bytes with a sign, as a change. */
export function formatChange(bytes: number, format: (bytes: number) => string): string {
  return bytes < 0 ? `−${format(-bytes)}` : format(bytes);
}

/** By how much the lowest allocation grows from step to step: the median, so that one odd step does not count. */
export function growthPerStep(steps: readonly MemoryStep[]): number | null {
  if (steps.length < 3) return null;
  const changes = steps.slice(1).map((step, i) => step.lowest_bytes - (steps[i]?.lowest_bytes ?? 0));
  // What a first step keeps for good, such as the states of an optimizer, is no leak.
  const sorted = changes.slice(changes.length > 2 ? 1 : 0).sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

export interface Tile {
  index: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A map of sizes, the largest first, in a box: rows along the shorter side, each as near to squares as it can be. */
export function tilesOf(sizes: readonly number[], width: number, height: number): Tile[] {
  const tiles: Tile[] = [];
  let box = { x: 0, y: 0, width, height };
  let left = sizes.reduce((sum, size) => sum + size, 0);
  for (let first = 0; first < sizes.length && left > 0;) {
    const short = Math.min(box.width, box.height);
    const scale = (box.width * box.height) / left;
    let end = first + 1;
    while (
      end < sizes.length &&
      worst(sizes.slice(first, end + 1), scale, short) <= worst(sizes.slice(first, end), scale, short)
    )
      end += 1;
    const sum = sizes.slice(first, end).reduce((all, size) => all + size, 0);
    const isTall = box.width >= box.height;
    const thick = short > 0 ? (sum * scale) / short : 0;
    let along = 0;
    for (let index = first; index < end; index += 1) {
      const long = sum > 0 ? ((sizes[index] ?? 0) / sum) * short : 0;
      tiles.push(
        isTall
          ? { index, x: box.x, y: box.y + along, width: thick, height: long }
          : { index, x: box.x + along, y: box.y, width: long, height: thick },
      );
      along += long;
    }
    box = isTall
      ? { ...box, x: box.x + thick, width: Math.max(0, box.width - thick) }
      : { ...box, y: box.y + thick, height: Math.max(0, box.height - thick) };
    left -= sum;
    first = end;
  }
  return tiles;
}

/** How far from a square the worst tile of a row is. */
function worst(sizes: readonly number[], scale: number, short: number): number {
  const area = sizes.reduce((sum, size) => sum + size, 0) * scale;
  const thick = area / short;
  return Math.max(
    ...sizes.map((size) => {
      const long = (size * scale) / thick;
      return Math.max(long / thick, thick / long);
    }),
  );
}
