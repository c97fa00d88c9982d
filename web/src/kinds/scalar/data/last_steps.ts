// Where lines stand at the end: mean and spread over the last part of the steps.
import type { Line } from '../../../data/frames.ts';

export interface Standing {
  run: number;
  tag: string;
  mean: number;
  std: number;
}

const LAST_SHARE = 0.1;

/** The last tenth of the way from 0, or from the first step if all are negative, to the last step of any run. */
export function lastSteps(runs: readonly { last_step: number | null }[]): [number, number] | null {
  const ends = runs.flatMap((run) => run.last_step ?? []);
  if (ends.length === 0) return null;
  const end = Math.max(...ends);
  return [end - Math.abs(end) * LAST_SHARE, end];
}

/** Lowest mean first; lines without a finite value in the range are left out. */
export function standings(
  lines: readonly Pick<Line, 'run' | 'tag' | 'steps' | 'values'>[],
  [from, to]: readonly [number, number],
): Standing[] {
  return lines
    .flatMap(({ run, tag, steps, values }): Standing[] => {
      const inside = [...values].filter(
        (value, i) => Number.isFinite(value) && (steps[i] as number) >= from && (steps[i] as number) <= to,
      );
      if (inside.length === 0) return [];
      const mean = inside.reduce((sum, one) => sum + one, 0) / inside.length;
      const squares = inside.reduce((sum, one) => sum + (one - mean) ** 2, 0);
      return [{ run, tag, mean, std: Math.sqrt(squares / Math.max(1, inside.length - 1)) }];
    })
    .sort((a, b) => a.mean - b.mean);
}
