// Curves over thresholds as the server answers them: counts and rates per curve, and the point of a threshold on it.
import { Columns } from './columns.ts';
import type { CsvCell } from './files.ts';

export type Plane = 'pr' | 'roc';

export interface Curve {
  run: number;
  tag: string;
  step: number;
  /** Thresholds logged; the columns may hold fewer. */
  total: number;
  /** Thresholds whose counts are negative or no number; they are not drawn. */
  n_bad: number;
  area: Readonly<Record<Plane, number | null>>;
  error: string | null;
  threshold: Float64Array;
  tp: Float64Array;
  fp: Float64Array;
  tn: Float64Array;
  fn: Float64Array;
  precision: Float64Array;
  recall: Float64Array;
  fpr: Float64Array;
  tpr: Float64Array;
}

export interface Curves {
  curves: readonly Curve[];
  n_left_off: number;
}

interface SeriesNote {
  run: number;
  tag: string;
  step: number;
  offset: number;
  length: number;
  total: number;
  bad?: number;
  pr_area?: number | null;
  roc_area?: number | null;
  error?: string;
}

export function decodeCurves(bytes: ArrayBuffer): Curves {
  const columns = new Columns(bytes);
  const names = ['threshold', 'tp', 'fp', 'tn', 'fn', 'precision', 'recall', 'fpr', 'tpr'] as const;
  const all = Object.fromEntries(names.map((name) => [name, columns.numbers(name)])) as Record<
    (typeof names)[number],
    Float64Array
  >;
  const series = (columns.notes['series'] ?? []) as readonly SeriesNote[];
  const curves = series.map((note): Curve => {
    const part = (name: (typeof names)[number]): Float64Array =>
      all[name].subarray(note.offset, note.offset + note.length);
    return {
      run: note.run,
      tag: note.tag,
      step: note.step,
      total: note.total,
      n_bad: note.bad ?? 0,
      area: { pr: note.pr_area ?? null, roc: note.roc_area ?? null },
      error: note.error ?? null,
      threshold: part('threshold'),
      tp: part('tp'),
      fp: part('fp'),
      tn: part('tn'),
      fn: part('fn'),
      precision: part('precision'),
      recall: part('recall'),
      fpr: part('fpr'),
      tpr: part('tpr'),
    };
  });
  return { curves, n_left_off: Number(columns.notes['left_off'] ?? 0) };
}

/** A tag without the ending that TensorFlow's summaries give it. */
export function plainTag(tag: string): string {
  return tag.replace(/(?<=.)\/pr_curves$/, '');
}

export interface PlanePoints {
  x: Float64Array;
  y: Float64Array;
  /** The row of each point in the curve's columns; −1 where it was added to reach a corner. */
  row: Int32Array;
}

/** The drawn points from left to right: undefined ones left out; a ROC curve of several points reaches both its corners. */
export function pointsOf(curve: Curve, plane: Plane): PlanePoints {
  const [xs, ys] = plane === 'pr' ? [curve.recall, curve.precision] : [curve.fpr, curve.tpr];
  const rows: number[] = [];
  for (let row = xs.length - 1; row >= 0; row -= 1)
    if (Number.isFinite(xs[row]) && Number.isFinite(ys[row])) rows.push(row);
  const points = rows.map((row): [number, number, number] => [xs[row] as number, ys[row] as number, row]);
  if (plane === 'roc' && points.length > 1) {
    points.unshift([0, 0, -1]);
    points.push([1, 1, -1]);
  }
  return {
    x: Float64Array.from(points, (one) => one[0]),
    y: Float64Array.from(points, (one) => one[1]),
    row: Int32Array.from(points, (one) => one[2]),
  };
}

/** The row whose threshold is nearest; −1 where the curve has none. */
export function rowAtThreshold(curve: Pick<Curve, 'threshold'>, threshold: number): number {
  let best = -1;
  let distance = Infinity;
  curve.threshold.forEach((one, row) => {
    const away = Math.abs(one - threshold);
    if (away >= distance) return;
    best = row;
    distance = away;
  });
  return best;
}

/** Least and greatest finite threshold of some curves, 0 and 1 included. */
export function thresholdSpan(curves: readonly Pick<Curve, 'threshold'>[]): [number, number] {
  let [low, high] = [0, 1];
  for (const curve of curves) {
    for (const one of curve.threshold) {
      if (!Number.isFinite(one)) continue;
      low = Math.min(low, one);
      high = Math.max(high, one);
    }
  }
  return [low, high];
}

export const CURVE_COLUMNS = [
  'run',
  'tag',
  'step',
  'threshold',
  'tp',
  'fp',
  'tn',
  'fn',
  'precision',
  'recall',
  'fpr',
  'tpr',
] as const;

/** A row per threshold of each curve, for a file. */
export function* curveRows(curves: readonly Curve[], name: (run: number) => string): Generator<CsvCell[]> {
  for (const curve of curves) {
    const columns = [
      curve.threshold,
      curve.tp,
      curve.fp,
      curve.tn,
      curve.fn,
      curve.precision,
      curve.recall,
      curve.fpr,
      curve.tpr,
    ];
    for (const row of curve.threshold.keys())
      yield [name(curve.run), curve.tag, curve.step, ...columns.map((column) => column[row])];
  }
}
