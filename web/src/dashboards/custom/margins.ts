// Margin charts: a line per run within the band of two others, brought to the same places.
import type { SpareParts } from '../../charts/base/short_name.ts';
import type { ChartLine } from '../../charts/lines/lines.ts';
import { lowerBound } from '../../charts/lines/nearest.ts';
import type { Line } from '../../data/frames.ts';
import type { Margin } from './layout.ts';

export interface Look {
  label: string;
  spare: SpareParts;
  color: string;
  live: boolean;
}

const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3]];

/** A line per margin and run; the band is missing where a run has no lower or upper. */
export function marginLines(
  margins: readonly Margin[],
  lines: readonly Line[],
  look: (run: number) => Look,
): ChartLine[] {
  const by = new Map(lines.map((line) => [`${String(line.run)} ${line.tag}`, line]));
  return margins.flatMap((margin, place) =>
    lines
      .filter((line) => line.tag === margin.value)
      .map((line): ChartLine => {
        const [low, high] = [margin.lower, margin.upper].map((tag) => by.get(`${String(line.run)} ${tag}`));
        const { label, spare, color, live } = look(line.run);
        return {
          key: `${String(line.run)} ${margin.value}`,
          label: margins.length > 1 ? `${label} · ${margin.value}` : label,
          spare,
          color,
          dash: DASHES[place % DASHES.length] ?? [],
          x: line.x,
          y: drawn(line),
          raw: line.smoothed ? line.values : null,
          band: low && high ? { low: along(low, line.x), high: along(high, line.x) } : null,
          live,
          baseline: false,
        };
      }),
  );
}

/** The values as they are drawn: smoothed where that is set. */
function drawn(line: Pick<Line, 'values' | 'smoothed'>): Line['values'] {
  return line.smoothed ?? line.values;
}

/** A line's drawn values at other places, straight between its points and level beyond its ends. */
export function along(line: Pick<Line, 'x' | 'values' | 'smoothed'>, places: Float64Array): Float64Array {
  const { x } = line;
  const values = drawn(line);
  return places.map((place) => {
    const after = lowerBound(x, place);
    if (after === 0 || after >= x.length) return values[Math.min(after, x.length - 1)] ?? NaN;
    const [a, b] = [x[after - 1] as number, x[after] as number];
    const [from, to] = [values[after - 1] as number, values[after] as number];
    return b > a ? from + ((to - from) * (place - a)) / (b - a) : to;
  });
}
