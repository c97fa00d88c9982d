// Columns about the pace of runs: steps per second, time left, and how old the newest value is.
import { formatDuration } from '../../charts/base/format.ts';
import type { Run } from '../../data/shapes.ts';
import { least, mean, most, numeric, type Column } from './column.ts';

export interface Pace {
  now_s: number;
  /** The last step of the longest run: where runs without a goal of their own are taken to end. */
  longest: number | null;
}

export const NO_PACE: Pace = { now_s: 0, longest: null };

export function paceColumns({ now_s, longest }: Pace): Column[] {
  return [
    numeric({
      id: 'pace',
      title: 'steps/s',
      hint: 'steps per second over the last 5 minutes',
      width_px: 54,
      value: (run) => run.steps_per_sec,
      format: formatRate,
      merge: mean,
    }),
    numeric({
      id: 'eta',
      title: 'ETA',
      hint: 'time left to the goal of the run, or to the last step of the longest run',
      width_px: 72,
      value: (run) => secondsLeft(run, longest),
      format: (left_s) => (left_s === 0 ? 'done' : formatDuration(Math.ceil(left_s))),
      merge: most,
    }),
    numeric({
      id: 'newest',
      title: 'newest',
      hint: 'time since the newest value',
      width_px: 76,
      value: (run) => (run.last_time === null ? null : Math.max(0, now_s - run.last_time)),
      format: (age_s) => formatDuration(age_s < 60 ? Math.round(age_s * 10) / 10 : Math.round(age_s)),
      merge: least,
    }),
  ];
}

/** The step that a run trains to: stated by people, planned by its hyperparameters, or that of the longest run. */
export function goalOf(run: Run, longest: number | null): number | null {
  return run.goal_step ?? run.planned_step ?? longest;
}

/** 0 at or beyond the goal; null where the run is not live. */
export function secondsLeft(run: Run, longest: number | null): number | null {
  const goal = goalOf(run, longest);
  if (goal === null || run.last_step === null) return null;
  if (run.last_step >= goal) return 0;
  return run.steps_per_sec === null ? null : (goal - run.last_step) / run.steps_per_sec;
}

export function longestStep(runs: readonly Run[]): number | null {
  return runs.reduce<number | null>(
    (longest, run) => (run.last_step === null ? longest : Math.max(longest ?? 0, run.last_step)),
    null,
  );
}

function formatRate(rate: number): string {
  return rate >= 100 ? rate.toFixed(0) : rate >= 10 ? rate.toFixed(1) : String(Number(rate.toPrecision(2)));
}
