// What the page of a step shows: the runs and the window, as part of the link.
import type { Run } from '../../data/shapes.ts';
import type { View } from '../../public/view.ts';

/** How many values before the step make mean and standard deviation. */
export const BEFORE = [20, 50, 200, 1000, 5000] as const;
const DEFAULT_BEFORE = 200;

/** The run that the link names; else one with a NaN, else the first. */
export function runOf(view: View, runs: readonly Run[]): Run | null {
  const name = view.own('step.run');
  return (
    runs.find((run) => run.name === name) ?? runs.find((run) => run.first_nan !== null) ?? runs[0] ?? null
  );
}

/** The run beside it: the chosen one, none where that was chosen, else the baseline. */
export function besideOf(view: View, runs: readonly Run[], run: Run | null): Run | null {
  const name = view.own('step.beside') ?? view.state.baseline;
  return runs.find((one) => one.name === name && one.id !== run?.id) ?? null;
}

export function beforeOf(view: View): number {
  const n = Number(view.own('step.before'));
  return BEFORE.find((one) => one === n) ?? DEFAULT_BEFORE;
}
