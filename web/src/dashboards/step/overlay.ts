// Histograms of several runs on common bins, and the outline by which one is drawn.
import type { Range } from '../../charts/lines/extent.ts';
import { decodeSeries } from '../../kinds/histogram/series.ts';

export interface Shape {
  run: number;
  range: Range;
  counts: readonly number[];
  /** Values logged, and those of them that are not finite. */
  number: number;
  nan: number;
  inf: number;
}

/** One shape per run: its histogram nearest to the requested step. */
export function decodeOverlay(bytes: ArrayBuffer): Shape[] {
  return decodeSeries(bytes).flatMap(({ run, range, buckets, number, nan, inf }) => {
    const [shown] = buckets;
    if (!shown || !range) return [];
    return {
      run,
      range,
      counts: [...shown.counts],
      number: number[0] ?? 0,
      nan: nan[0] ?? 0,
      inf: inf[0] ?? 0,
    };
  });
}

/** A closed path of steps, as high as the highest count of all shapes is high. */
export function outline(
  counts: readonly number[],
  highest: number,
  width_px: number,
  height_px: number,
): string {
  const x = (i: number): string => ((i / counts.length) * width_px).toFixed(1);
  const y = (count: number): string => (height_px * (1 - count / highest)).toFixed(1);
  const steps = counts.map((count, i) => `V${y(count)}H${x(i + 1)}`).join('');
  return `M0 ${String(height_px)}${steps}V${String(height_px)}Z`;
}
