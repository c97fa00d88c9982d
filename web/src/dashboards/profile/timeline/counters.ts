// Counters of a profile: which there are, and their values in a window, as steps.
import { formatBytes, formatValue } from '../../../charts/base/format.ts';
import { asJson } from '../../../data/api.ts';
import { Columns } from '../../../data/columns.ts';

export interface Counter {
  readonly name: string;
  /** Which device or process. */
  readonly of: string;
  readonly unit: 'bytes' | 'percent' | '';
  /** The highest value of the whole profile. */
  readonly max: number;
}

export const decodeCounters = (bytes: ArrayBuffer): Counter[] => asJson<Counter[]>(bytes);

/** The values of one counter: each counts from its time to the next one's. */
export interface CounterSteps {
  readonly start_ns: Float64Array;
  readonly value: Float64Array;
}

/** By the place of the counter in the list. */
export type CounterWindow = ReadonlyMap<number, CounterSteps>;

export function decodeCounterWindow(bytes: ArrayBuffer): CounterWindow {
  const columns = new Columns(bytes);
  return splitByCounter(columns.numbers('counter'), columns.numbers('start_ns'), columns.numbers('value'));
}

/** Rows come counter by counter. */
export function splitByCounter(
  counter: Float64Array,
  start_ns: Float64Array,
  value: Float64Array,
): Map<number, CounterSteps> {
  const found = new Map<number, CounterSteps>();
  for (let first = 0; first < counter.length;) {
    let end = first;
    while (end < counter.length && counter[end] === counter[first]) end += 1;
    found.set(counter[first] ?? 0, {
      start_ns: start_ns.subarray(first, end),
      value: value.subarray(first, end),
    });
    first = end;
  }
  return found;
}

/** The value at a time; null before the first. */
export function valueAt({ start_ns, value }: CounterSteps, time_ns: number): number | null {
  let [low, high] = [0, start_ns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((start_ns[middle] ?? 0) <= time_ns) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? (value[low - 1] ?? null) : null;
}

export function counterText({ unit }: Pick<Counter, 'unit'>, value: number): string {
  if (unit === 'bytes') return formatBytes(value);
  return unit === 'percent' ? `${String(Math.round(value))} %` : formatValue(value);
}
