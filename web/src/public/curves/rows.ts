// The table of a card's curves: a row for each at a threshold, their step, and what is wrong with them.
import { formatCount } from '../../charts/base/format.ts';
import { rowAtThreshold, type Curve, type Plane } from '../../data/curves.ts';

export interface CurveRow {
  key: string;
  curve: Curve;
  area: number | null;
  /** Precision and recall, or the rates of false and true positives. */
  rates: readonly [number, number];
  /** True and false positives, true and false negatives. */
  counts: readonly [number, number, number, number];
}

export function keyOf(curve: Pick<Curve, 'run' | 'tag'>): string {
  return `${String(curve.run)} ${curve.tag}`;
}

/** Best area first; curves without one, and those that could not be read, come last. */
export function rowsAt(curves: readonly Curve[], threshold: number, plane: Plane): CurveRow[] {
  const rows = curves.map((curve): CurveRow => {
    const at = rowAtThreshold(curve, threshold);
    const value = (column: Float64Array): number => column[at] ?? NaN;
    return {
      key: keyOf(curve),
      curve,
      area: curve.area[plane],
      rates:
        plane === 'pr' ? [value(curve.precision), value(curve.recall)] : [value(curve.fpr), value(curve.tpr)],
      counts: [value(curve.tp), value(curve.fp), value(curve.tn), value(curve.fn)],
    };
  });
  return rows.sort((a, b) => (b.area ?? -1) - (a.area ?? -1));
}

/** The best rows; the nearest is always among them. */
export function bestRows(rows: readonly CurveRow[], most: number, nearest: string | null): CurveRow[] {
  const at = rows.findIndex((row) => row.key === nearest);
  return at < most ? rows.slice(0, most) : [...rows.slice(0, most - 1), rows[at] as CurveRow];
}

/** "step 400", or the span where the nearest logged steps differ. */
export function stepText(curves: readonly Pick<Curve, 'step'>[]): string {
  if (curves.length === 0) return '';
  const steps = curves.map((curve) => curve.step);
  const [low, high] = [Math.min(...steps), Math.max(...steps)];
  return low === high ? `step ${formatCount(low)}` : `steps ${formatCount(low)}–${formatCount(high)}`;
}

export function notesOf(
  curves: readonly Curve[],
  nLeftOff: number,
  label: (curve: Curve) => string,
): string[] {
  const notes: string[] = [];
  for (const curve of curves) {
    if (curve.error !== null) notes.push(`${label(curve)}: ${curve.error}`);
    else if (curve.total === 1) notes.push(`${label(curve)} has one threshold: a point without an area`);
    if (curve.n_bad > 0)
      notes.push(
        `${label(curve)}: ${formatCount(curve.n_bad)} of ${formatCount(curve.total)} thresholds have a count that is negative or no number; they are not drawn`,
      );
  }
  if (nLeftOff > 0) notes.push(`${formatCount(nLeftOff)} more curves are not shown: choose fewer runs`);
  return notes;
}

/** A threshold with three digits, as captions have it. */
export function shortThreshold(value: number): string {
  return String(Number(value.toPrecision(3)));
}
