// A histogram tag as one row of the map of NaN: the spread of its values by step, not finite where any of them is not.
import type { HistogramSeries } from '../../kinds/histogram/series.ts';
import type { Jump } from './jumps.ts';

/** Null where it has nothing up to the step. */
export function spreadOf(
  { run, tag, steps, std, nan, inf }: Pick<HistogramSeries, 'run' | 'tag' | 'steps' | 'std' | 'nan' | 'inf'>,
  step: number,
): Jump | null {
  const n = steps.findLastIndex((one) => one <= step) + 1;
  if (n === 0) return null;
  const recent = Float64Array.from(steps.subarray(0, n), (_, i) => valueAt(nan[i], inf[i], std[i]));
  const first = recent.findIndex((value) => !Number.isFinite(value));
  return {
    run,
    tag,
    at_step: steps[n - 1] ?? NaN,
    value: recent[n - 1] ?? NaN,
    mean: NaN,
    z: NaN,
    interval: NaN,
    since_step: NaN,
    first_nonfinite_step: first < 0 ? NaN : (steps[first] ?? NaN),
    first_nonfinite: first < 0 ? NaN : (recent[first] ?? NaN),
    recent_steps: steps.slice(0, n),
    recent,
  };
}

function valueAt(nan = 0, inf = 0, std = 0): number {
  return nan > 0 ? NaN : inf > 0 ? Infinity : std;
}
