// Columns about the pace of runs: steps per second, time left, and how old the newest value is.
import type { Run } from '../../data/shapes.ts';
import { least, mean, most, numeric, type Column } from './column.ts';

export interface Pace {
  now_s: number;
  /** The last step of the longest run that has ended: where runs without a goal of their own are taken to end. */
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
      hint: 'time left to the goal of the run, or to the last step of the longest run that has ended',
      width_px: 62,
      value: (run) => secondsLeft(run, longest),
      format: (left_s) => (left_s === 0 ? 'done' : formatSpan(left_s)),
      merge: most,
    }),
    numeric({
      id: 'newest',
      title: 'newest',
      hint: 'time since the newest value',
      width_px: 62,
      value: (run) => (run.last_time === null ? null : Math.max(0, now_s - run.last_time)),
      format: formatSpan,
      merge: least,
    }),
  ];
}

/** The step that a run trains to: stated by people, planned by its hyperparameters, or that of the longest run that has ended. */
function goalOf(run: Run, longest: number | null): number | null {
  const isBeyond = goesOn(run) && (run.last_step ?? 0) >= (longest ?? 0);
  return run.goal_step ?? run.planned_step ?? (isBeyond ? null : longest);
}

/** 0 at or beyond the goal; null where the goal is not known, or the run is not live or is stalled. */
export function secondsLeft(run: Run, longest: number | null): number | null {
  const goal = goalOf(run, longest);
  if (goal === null || run.last_step === null) return null;
  if (run.last_step >= goal) return 0;
  return run.steps_per_sec === null || run.stalled ? null : (goal - run.last_step) / run.steps_per_sec;
}

/** Runs that go on tell nothing of where they end. */
export function longestEnded(runs: readonly Run[]): number | null {
  const ends = runs.flatMap((run) => (goesOn(run) || run.last_step === null ? [] : [run.last_step]));
  return ends.reduce<number | null>((longest, end) => Math.max(longest ?? end, end), null);
}

/** A damaged run may be live as well. */
function goesOn({ state, steps_per_sec }: Run): boolean {
  return state === 'live' || state === 'loading' || steps_per_sec !== null;
}

/** In two parts at most: 0.3 s, 14 min, 1 h 12, 3 d 4 h. */
export function formatSpan(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${String(Math.floor(seconds))} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? `${String(hours)} h ${String(minutes % 60).padStart(2, '0')}`
    : `${String(Math.floor(hours / 24))} d ${String(hours % 24)} h`;
}

/** What is going on: how many runs are live, the newest value of all, and when the last of them is done. */
export interface LiveRuns {
  n: number;
  nStalled: number;
  /** Age of the newest value; null where times lie so far back that they are not of this machine's clock. */
  newest_s: number | null;
  /** Until the slowest is at its goal; null where that is not known of all. */
  left_s: number | null;
}

/** A run that is being written to has newer values than this: a log that was copied has not. */
const OLDEST_NEWEST_SECS = 3600;

export function liveRuns(runs: readonly Run[], { now_s, longest }: Pace): LiveRuns | null {
  const live = runs.filter((run) => run.state === 'live' && !run.stalled && run.parent === null);
  if (live.length === 0) return null;
  const newest_s = Math.min(...live.map((run) => Math.max(0, now_s - (run.last_time ?? -Infinity))));
  const left = live.map((run) => secondsLeft(run, longest));
  const known = left.filter((left_s) => left_s !== null);
  return {
    n: live.length,
    nStalled: runs.filter((run) => run.stalled).length,
    newest_s: newest_s < OLDEST_NEWEST_SECS ? newest_s : null,
    left_s: known.length === left.length && Math.max(...known) > 0 ? Math.max(...known) : null,
  };
}

function formatRate(rate: number): string {
  return rate >= 100 ? rate.toFixed(0) : rate >= 10 ? rate.toFixed(1) : String(Number(rate.toPrecision(2)));
}
