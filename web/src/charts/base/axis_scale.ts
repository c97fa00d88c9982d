// Scales of axes that show a column: the place of a value from 0 to 1, and the ticks.
import { eachByItself, logTicks } from './ticks.ts';
import { formatTicks } from './format.ts';

export type AxisScale = 'linear' | 'log' | 'quantile' | 'category';

export interface AxisColumn {
  numbers: Float64Array;
  words: readonly string[] | null;
}

export interface Tick {
  at: number;
  text: string;
}

export interface Axis {
  scale: AxisScale;
  /** From 0 (low) to 1 (high) for each row; NaN where the row has no place on this scale. */
  places: Float64Array;
  ticks: readonly Tick[];
  place(value: number): number;
  /** The value at a place. */
  value(place: number): number;
}

/** What suits a column best: words and few numbers as categories, positive numbers over decades as logarithms. */
export function usualScale(column: AxisColumn): AxisScale {
  if (column.words) return 'category';
  const finite = column.numbers.filter(Number.isFinite);
  if (finite.length === 0) return 'linear';
  const different = new Set(finite.subarray(0, 2000));
  let low = Infinity;
  let high = -Infinity;
  for (const value of finite) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const isRepeated = finite.length >= 2 * different.size || (different.size === 2 && finite.length > 2);
  if (different.size <= 5 && isRepeated) return 'category';
  return low > 0 && high / low >= 50 ? 'log' : 'linear';
}

export function axisOf(column: AxisColumn, scale: AxisScale): Axis {
  const made = { linear: linearAxis, log: logAxis, quantile: quantileAxis, category: categoryAxis }[scale](
    column,
  );
  return { ...made, scale, places: column.numbers.map((value) => made.place(value)) };
}

type Made = Omit<Axis, 'scale' | 'places'>;

function linearAxis({ numbers, words }: AxisColumn): Made {
  const [low, high] = spread(numbers.filter(Number.isFinite));
  const value = (place: number): number => low + place * (high - low);
  const ticks = words
    ? words.map((text, i) => ({ at: (i - low) / (high - low), text }))
    : ticksAt(niceTicks(low, high, 5), (tick) => (tick - low) / (high - low), formatTicks);
  return { place: (one) => (Number.isFinite(one) ? (one - low) / (high - low) : NaN), value, ticks };
}

function logAxis({ numbers }: AxisColumn): Made {
  const positive = numbers.filter((value) => value > 0 && Number.isFinite(value));
  if (positive.length === 0) return { place: () => NaN, value: () => NaN, ticks: [] };
  const [low, high] = spread(positive.map(Math.log10));
  const place = (value: number): number =>
    value > 0 && Number.isFinite(value) ? (Math.log10(value) - low) / (high - low) : NaN;
  return {
    place,
    value: (at) => 10 ** (low + at * (high - low)),
    ticks: ticksAt(logTicks([10 ** low, 10 ** high], 5), place, eachByItself),
  };
}

/** Every value as far up as there are values below it: equal shares of the axis for equal numbers of rows. */
function quantileAxis({ numbers, words }: AxisColumn): Made {
  const sorted = numbers.filter(Number.isFinite).sort();
  const last = sorted.length - 1;
  const place = (value: number): number => {
    if (!Number.isFinite(value) || last < 0) return NaN;
    return last === 0 ? 0.5 : (bisect(sorted, value, false) + bisect(sorted, value, true) - 1) / 2 / last;
  };
  const value = (at: number): number => sorted[Math.round(Math.max(0, Math.min(1, at)) * last)] ?? NaN;
  const marks = [...new Set([0, 0.25, 0.5, 0.75, 1].map(value))].filter(Number.isFinite);
  const write = (values: readonly number[]): string[] =>
    words
      ? values.map((code) => words[code] ?? '')
      : values.map((one) => eachByItself([Number(one.toPrecision(3))])[0] ?? '');
  return { place, value, ticks: ticksAt(marks, place, write) };
}

function categoryAxis({ numbers, words }: AxisColumn): Made {
  const different = words
    ? words.map((_, i) => i)
    : [...new Set(numbers.filter(Number.isFinite))].sort((a, b) => a - b);
  const gaps = Math.max(1, different.length - 1);
  const places = new Map(different.map((value, i) => [value, different.length === 1 ? 0.5 : i / gaps]));
  const every = Math.ceil(different.length / 14);
  // Seven digits are what a float logged as such has.
  const texts = words ?? eachByItself(different.map((value) => Number(value.toPrecision(7))));
  const ticks = different
    .map((value, i) => ({ at: places.get(value) ?? 0, text: texts[i] ?? '' }))
    .filter((_, i) => i % every === 0);
  return {
    place: (value) => places.get(value) ?? NaN,
    value: (at) => different[Math.round(at * gaps)] ?? NaN,
    ticks,
  };
}

function ticksAt(
  values: readonly number[],
  place: (value: number) => number,
  write: (values: readonly number[]) => string[],
): Tick[] {
  const texts = write(values);
  return values.map((value, i) => ({ at: place(value), text: texts[i] ?? '' }));
}

/** Lowest and highest, or some room around a single value. */
function spread(values: ArrayLike<number>): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [0, 1];
  const room = low === high ? Math.abs(low) * 0.1 || 1 : 0;
  return [low - room, high + room];
}

export function niceTicks(low: number, high: number, about: number): number[] {
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + step * 1e-6; tick += step)
    ticks.push(Number(tick.toPrecision(12)));
  return ticks;
}

/** How many values lie below (or up to) one. */
function bisect(sorted: Float64Array, value: number, including: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = sorted[middle] as number;
    if (one < value || (including && one === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
