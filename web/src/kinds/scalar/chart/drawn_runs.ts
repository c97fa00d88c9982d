// Which runs a chart draws where there are more than anybody can tell apart.
import type { Run } from '../../../data/shapes.ts';

/** More lines than this cover each other, and their points take longer to come than anybody waits. */
export const MOST_RUNS = 10_000;

/** All of them, or the newest. By their start, so that a run that is being written does not push another out. */
export function drawnRuns(runs: readonly Run[], most = MOST_RUNS): readonly Run[] {
  if (runs.length <= most) return runs;
  return runs.toSorted((a, b) => (b.start_time ?? 0) - (a.start_time ?? 0)).slice(0, most);
}
