// The mean of several small lines, as the one that a group draws.
import { nearestIndex } from '../../charts/lines/nearest.ts';
import type { Line } from '../../data/frames.ts';

const N_PLACES = 36;

/** At evenly spaced steps the mean of the lines that reach there and are finite; null without a line. */
export function meanLine(lines: readonly Pick<Line, 'x' | 'values'>[]): Pick<Line, 'x' | 'values'> | null {
  const drawn = lines.filter(({ x }) => x.length > 0);
  if (drawn.length === 0) return null;
  const ends = drawn.map(({ x }) => ({ first: x[0] as number, last: x.at(-1) as number }));
  const first = Math.min(...ends.map((end) => end.first));
  const last = Math.max(...ends.map((end) => end.last));
  const n = first === last ? 1 : N_PLACES;
  const x = Float64Array.from({ length: n }, (_, i) => first + ((last - first) * i) / Math.max(1, n - 1));
  const values = x.map((at) => {
    const there = drawn
      .filter((_, i) => at >= (ends[i]?.first ?? Infinity) && at <= (ends[i]?.last ?? -Infinity))
      .map((line) => line.values[nearestIndex(line.x, at)] as number)
      .filter(Number.isFinite);
    return there.length > 0 ? there.reduce((a, b) => a + b, 0) / there.length : NaN;
  });
  return { x, values };
}
