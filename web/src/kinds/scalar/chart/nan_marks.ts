// The marks where lines of a chart are NaN or infinite, as things to click: each belongs to a run and a step.
import type { BreakPlace } from '../../../charts/lines/line_chart.ts';
import { nearestIndex } from '../../../charts/lines/nearest.ts';
import type { Line } from '../../../data/frames.ts';
import { lineKey } from './chart_lines.ts';

export interface NanMark extends BreakPlace {
  run: number;
  step: number;
  value: number;
}

/** More would be too close to be hit. */
const MAX_MARKS = 12;

/** Groups have no mark: their members have. */
export function nanMarks(places: readonly BreakPlace[], lines: readonly Line[]): NanMark[] {
  const byKey = new Map(lines.map((line) => [lineKey(line), line]));
  return places
    .flatMap((place): NanMark[] => {
      const line = byKey.get(place.key);
      if (!line || line.run < 0) return [];
      const i = nearestIndex(line.x, place.x);
      // A difference is NaN too where the baseline is; that is no news of this run.
      if (Number.isFinite(line.values[i])) return [];
      return [{ ...place, run: line.run, step: line.steps[i] as number, value: line.values[i] as number }];
    })
    .slice(0, MAX_MARKS);
}
