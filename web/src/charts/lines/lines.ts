// What a line chart draws, and how lines become canvas strokes.
import type { SpareParts } from '../base/short_name.ts';
import { BENDS, type Range, type ScaleKind, type Values } from './extent.ts';
import { lowerBound } from './nearest.ts';
import { orderOf } from './order.ts';

export interface ChartLine {
  key: string;
  label: string;
  /** What the label may lose where there is little room. */
  spare?: SpareParts;
  color: string;
  dash: readonly number[];
  x: Float64Array;
  /** The main line: smoothed where smoothing is on. */
  y: Values;
  /** The values as logged, drawn faintly behind; null when they are the main line. */
  raw: Values | null;
  band: { low: Float64Array; high: Float64Array } | null;
  live: boolean;
  /** Painted last, so that it lies on top. */
  baseline: boolean;
  /** Measured by the axis at the right instead of the one at the left. */
  right?: boolean;
}

export type { ScaleKind, Values } from './extent.ts';

/** From value to canvas pixel, per axis. */
export type Project = (value: number) => number;

export function projection(kind: ScaleKind, [low, high]: Range, from_px: number, to_px: number): Project {
  const [bend] = BENDS[kind];
  const a = bend(low);
  const k = (to_px - from_px) / (bend(high) - a);
  const b = from_px - a * k;
  return kind === 'linear' ? (v) => v * k + b : (v) => bend(v) * k + b;
}

/** First and last index whose points lie in the range, with one neighbor each side so that lines reach the edge. */
export function visibleSpan(x: Float64Array, [low, high]: Range): [number, number] {
  if (!orderOf(x).rises) return [0, x.length];
  return [Math.max(0, lowerBound(x, low) - 1), Math.min(x.length, lowerBound(x, high) + 1)];
}

/** Stroke one column over x; values that are not finite (or not positive on a log axis: NaN pixels) break the line. */
export function strokeColumn(
  context: CanvasRenderingContext2D,
  x: Float64Array,
  y: Values,
  span: readonly [number, number],
  px: Project,
  py: Project,
): void {
  context.beginPath();
  let drawing = false;
  let lone = false;
  for (let i = span[0]; i < span[1]; i += 1) {
    const top = py(y[i] as number);
    if (!Number.isFinite(top)) {
      if (lone) context.lineTo(px(x[i - 1] as number) + 0.5, py(y[i - 1] as number));
      drawing = lone = false;
      continue;
    }
    const left = px(x[i] as number);
    if (drawing) context.lineTo(left, top);
    else context.moveTo(left, top);
    lone = !drawing;
    drawing = true;
  }
  context.stroke();
}

export function fillBand(
  context: CanvasRenderingContext2D,
  x: Float64Array,
  low: Float64Array,
  high: Float64Array,
  span: readonly [number, number],
  px: Project,
  py: Project,
): void {
  context.beginPath();
  for (let i = span[0]; i < span[1]; i += 1) context.lineTo(px(x[i] as number), py(high[i] as number));
  for (let i = span[1] - 1; i >= span[0]; i -= 1) context.lineTo(px(x[i] as number), py(low[i] as number));
  context.closePath();
  context.fill();
}

/** Where a line turns into NaN or infinity: the last finite point and the first that is not. */
export function breaks(line: ChartLine): { at: number; from: number }[] {
  const values = line.raw ?? line.y;
  const found: { at: number; from: number }[] = [];
  let lastFinite = -1;
  let inside = false;
  for (let i = 0; i < values.length; i += 1) {
    const finite = Number.isFinite(values[i]);
    if (!finite && !inside) found.push({ at: i, from: lastFinite });
    inside = !finite;
    if (finite) lastFinite = i;
    if (found.length >= 8) break;
  }
  return found;
}

export function rawAlpha(base: number, nLines: number): number {
  return base * Math.min(1, 5 / Math.max(1, nLines));
}
