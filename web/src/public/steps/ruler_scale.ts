// The ruler's range and the labels that have room on it.
import { niceTicks } from '../../charts/base/nice_ticks.ts';

/** One step this many times beyond all others is a mistake of its run, not the length of a training. */
const OUTLIER_FACTOR = 1000;
/** Fewer steps than this are a try-out, beside which any training is long. */
const TRY_OUT_STEPS = 100;
const CHARACTER_PX = 6;
const GAP_PX = 4;

export interface RulerRange {
  end: number;
  /** Ends beyond the range, ascending; shown as a mark at its edge. */
  beyond: readonly number[];
}

/** The range that holds all but a few ends that lie far beyond the others. */
export function rulerRange(ends: readonly number[]): RulerRange {
  const sorted = ends.filter(Number.isFinite).sort((a, b) => a - b);
  const most = Math.floor(sorted.length / 3);
  for (let n = 1; n <= most; n += 1) {
    const [below = 0, above = 0] = [sorted.at(-n - 1), sorted.at(-n)];
    if (below >= TRY_OUT_STEPS && above > below * OUTLIER_FACTOR)
      return { end: below, beyond: sorted.slice(-n) };
  }
  return { end: Math.max(0, sorted.at(-1) ?? 0), beyond: [] };
}

/** Round whole numbers from 0 to the end. */
export function wholeTicks(end: number, about: number): number[] {
  return end > 0 ? niceTicks(0, end, Math.max(1, Math.min(about, end))) : [];
}

/** Which labels touch none of the taken stretches, in pixels from the left. */
export function freeLabels(
  labels: readonly { text: string; left_px: number }[],
  taken: readonly (readonly [number, number])[],
): boolean[] {
  return labels.map(({ text, left_px }) => {
    const half_px = (text.length * CHARACTER_PX) / 2 + GAP_PX;
    return taken.every(([from, to]) => left_px + half_px < from || left_px - half_px > to);
  });
}

/** The stretch of a label that is centered at a place. */
export function labelStretch(text: string, left_px: number): [number, number] {
  const half_px = (text.length * CHARACTER_PX) / 2 + GAP_PX;
  return [left_px - half_px, left_px + half_px];
}
