// The ranges of axes: from the data, with a little room, without outliers if so wished.

export type Range = readonly [number, number];

/** Single precision where the values were logged so. */
export type Values = Float64Array | Float32Array;

export type ScaleKind = 'linear' | 'log' | 'symlog';

type Bend = (value: number) => number;
const same: Bend = (value) => value;

/** From values to what is linear on the screen, and back. */
export const BENDS: Readonly<Record<ScaleKind, readonly [Bend, Bend]>> = {
  linear: [same, same],
  log: [Math.log10, (value) => 10 ** value],
  symlog: [Math.asinh, Math.sinh],
};

export interface Extents {
  x: Range | null;
  y: Range | null;
}

export interface Columns {
  x: Float64Array;
  y: Values;
}

/** Range of all x and of all finite y within `within` (null: everywhere). */
export function extents(lines: readonly Columns[], within: Range | null, positiveOnly: boolean): Extents {
  let xLow = Infinity;
  let xHigh = -Infinity;
  let yLow = Infinity;
  let yHigh = -Infinity;
  for (const { x, y } of lines) {
    for (let i = 0; i < x.length; i += 1) {
      const at = x[i] as number;
      const value = y[i] as number;
      if (at < xLow) xLow = at;
      if (at > xHigh) xHigh = at;
      if (within && (at < within[0] || at > within[1])) continue;
      if (!Number.isFinite(value) || (positiveOnly && value <= 0)) continue;
      if (value < yLow) yLow = value;
      if (value > yHigh) yHigh = value;
    }
  }
  return { x: xLow <= xHigh ? [xLow, xHigh] : null, y: yLow <= yHigh ? [yLow, yHigh] : null };
}

const SAMPLE = 5000;

/** The range that holds the middle 95 % of all finite values. */
export function withoutOutliers(lines: readonly Columns[], within: Range | null): Range | null {
  const values: number[] = [];
  const nPoints = lines.reduce((sum, { y }) => sum + y.length, 0);
  // A sample is enough to tell where most values lie, and sorting stays cheap.
  const stride = Math.max(1, Math.ceil(nPoints / SAMPLE));
  for (const { x, y } of lines) {
    for (let i = 0; i < y.length; i += stride) {
      const at = x[i] as number;
      const value = y[i] as number;
      if (Number.isFinite(value) && (!within || (at >= within[0] && at <= within[1]))) values.push(value);
    }
  }
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const at = (q: number): number => sorted[Math.round(q * (sorted.length - 1))] as number;
  return [at(0.025), at(0.975)];
}

/** Room above and below, and a range of some size where all values are one. */
export function padded([low, high]: Range, scale: ScaleKind): Range {
  if (scale === 'log') {
    if (low === high) return [low / 2, high * 2];
    const room = Math.pow(high / low, 0.04);
    return [low / room, high * room];
  }
  if (low === high) {
    const room = low === 0 ? 1 : Math.abs(low) * 0.1;
    return [low - room, high + room];
  }
  const room = (high - low) * 0.05;
  // A quantity that is never negative keeps its zero line.
  return [low >= 0 && low - room < 0 ? 0 : low - room, high <= 0 && high + room > 0 ? 0 : high + room];
}

/** A range moved by a share of itself, as long on the screen as before. */
export function moved(range: Range, share: number, scale: ScaleKind): Range {
  const [bend, unbend] = BENDS[scale];
  const [low, high] = [bend(range[0]), bend(range[1])];
  const shift = (high - low) * share;
  return [unbend(low + shift), unbend(high + shift)];
}

/** A range grown (factor above 1) or shrunk about a center that stays where it is. */
export function scaled(range: Range, center: number, factor: number, scale: ScaleKind): Range {
  const [bend, unbend] = BENDS[scale];
  const [low, middle, high] = [bend(range[0]), bend(center), bend(range[1])];
  return [unbend(middle - (middle - low) * factor), unbend(middle + (high - middle) * factor)];
}
