// Places of points in a plot, their sizes, rings around some of them, and the trend through them.
import { usualScale, type Axis } from '../../../charts/base/axis_scale.ts';
import { trend } from '../../../charts/scatter/trend.ts';
import type { TrialColumn } from '../../../kinds/hparams/trials.ts';

export interface PlotBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Points of one category lie side by side rather than on one another. */
const JITTER = 0.06;

export function placed(x: Axis, y: Axis, box: PlotBox): { xs: Float32Array; ys: Float32Array } {
  const shake = (row: number, factor: number): number => JITTER * (((row * factor) % 100) / 100 - 0.5);
  return {
    xs: Float32Array.from(
      x.places,
      (place, row) => box.left + box.width * (place + (x.scale === 'category' ? shake(row, 7919) : 0)),
    ),
    ys: Float32Array.from(
      y.places,
      (place, row) => box.top + box.height * (1 - place + (y.scale === 'category' ? shake(row, 104729) : 0)),
    ),
  };
}

/** The trend through the points of some rows as an SVG path; empty where they are too few. */
export function trendPath({ xs, ys }: { xs: Float32Array; ys: Float32Array }, rows: Uint32Array): string {
  const of = (places: Float32Array): number[] => Array.from(rows, (row) => places[row] as number);
  return trend(of(xs), of(ys))
    .map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}

export interface Ring {
  row: number;
  x: number;
  y: number;
  isNear: boolean;
}

/** Around the marked points as far as they pass, and around the one under the pointer. */
export function ringsAt(
  { xs, ys }: { xs: Float32Array; ys: Float32Array },
  mask: Uint8Array,
  marked: readonly number[],
  near: number | null,
): Ring[] {
  const rows = marked.filter((row) => mask[row] === 1 && row !== near);
  const rings = (near === null ? rows : [...rows, near]).map((row) => ({
    row,
    x: xs[row] ?? NaN,
    y: ys[row] ?? NaN,
    isNear: row === near,
  }));
  return rings.filter(({ x, y }) => !Number.isNaN(x + y));
}

const CHAR_PX = 6.4;
const GAP_PX = 6;

export interface TickLabel {
  text: string;
  x: number;
  anchor: 'start' | 'middle' | 'end';
}

/** The ticks below a plot that have room beside each other; those at its edges stay inside. */
export function tickLabels(
  ticks: readonly { at: number; text: string }[],
  box: Pick<PlotBox, 'left' | 'width'>,
): TickLabel[] {
  let end_px = -Infinity;
  return ticks.flatMap(({ at, text: whole }) => {
    const [text, x] = [whole.slice(0, 12), box.left + box.width * at];
    const anchor = at < 0.04 ? 'start' : at > 0.96 ? 'end' : 'middle';
    const width = text.length * CHAR_PX;
    const begin_px = x - width * { start: 0, middle: 0.5, end: 1 }[anchor];
    if (begin_px < end_px + GAP_PX) return [];
    end_px = begin_px + width;
    return [{ text, x, anchor }];
  });
}

const LEAST_PX = 2.2;

/** From small to large by the square root of the share, so that areas compare; the smallest where there is no value. */
export function radiiOf(column: TrialColumn): Float32Array {
  const finite = column.numbers.filter(Number.isFinite).sort();
  const low = finite[0] ?? 0;
  const room = (finite.at(-1) ?? 1) - low;
  return Float32Array.from(column.numbers, (value) =>
    Number.isFinite(value) && room > 0 ? LEAST_PX + 4.4 * Math.sqrt((value - low) / room) : LEAST_PX,
  );
}

/** The hyperparameter to begin with: among the axes one over decades, else one of many values, else any; without such axes what most trials say. */
export function usualX(axes: readonly TrialColumn[], columns: readonly TrialColumn[]): TrialColumn | null {
  const hparams = axes.filter((column) => column.role === 'hparam');
  const byScale = (scale: string): TrialColumn | undefined =>
    hparams.find((column) => usualScale(column) === scale);
  return byScale('log') ?? byScale('linear') ?? hparams[0] ?? mostFilled(columns);
}

function mostFilled(columns: readonly TrialColumn[]): TrialColumn | null {
  const varied = columns.filter(({ role, distinct }) => role === 'hparam' && distinct > 1);
  return varied.reduce<TrialColumn | null>(
    (most, column) => (column.n > (most?.n ?? 0) ? column : most),
    null,
  );
}
