// The steps of a profile: how long each took, and what for.
import { Columns } from '../../data/columns.ts';
import { ROLES } from './roles.ts';

export interface StepTime {
  step: number;
  start_ns: number;
  end_ns: number;
  /** Cut off by the end of the profile: shown, but left out of averages. */
  isPartial: boolean;
  /** Nanoseconds by role, in the order of `ROLES`; they add up to the step. */
  parts_ns: readonly number[];
}

/** What one bar shows: a step, or the average of neighbors where there are too many for the width. */
export interface StepBar {
  first: number;
  last: number;
  length_ns: number;
  isPartial: boolean;
  parts_ns: readonly number[];
}

export function decodeSteps(bytes: ArrayBuffer): StepTime[] {
  const columns = new Columns(bytes);
  const numbers = (name: string): Float64Array => columns.numbers(name);
  const [steps, starts, ends, partial] = [
    numbers('step'),
    numbers('start_ns'),
    numbers('end_ns'),
    numbers('partial'),
  ];
  const parts = ROLES.map((role) => numbers(`${role.key}_ns`));
  return Array.from({ length: columns.rows }, (_, row) => ({
    step: steps[row] as number,
    start_ns: starts[row] as number,
    end_ns: ends[row] as number,
    isPartial: partial[row] === 1,
    parts_ns: parts.map((part) => part[row] || 0),
  }));
}

/** At most so many bars; a step that is cut off keeps its own. */
export function barsOf(steps: readonly StepTime[], most: number): StepBar[] {
  const perBar = Math.max(1, Math.ceil(steps.length / Math.max(1, most)));
  const bars: StepBar[] = [];
  let together: StepTime[] = [];
  const close = (): void => {
    if (together.length > 0) bars.push(barOf(together));
    together = [];
  };
  for (const step of steps) {
    if (step.isPartial) close();
    together.push(step);
    if (step.isPartial || together.length === perBar) close();
  }
  close();
  return bars;
}

/** The mean of each role over some steps. */
export function meanParts(steps: readonly StepTime[]): number[] {
  return ROLES.map((_, role) => sum(steps.map((step) => step.parts_ns[role] ?? 0)) / (steps.length || 1));
}

function barOf(steps: readonly StepTime[]): StepBar {
  const [first, last] = [steps[0], steps[steps.length - 1]] as [StepTime, StepTime];
  const parts_ns = meanParts(steps);
  return {
    first: first.step,
    last: last.step,
    length_ns: sum(parts_ns),
    isPartial: first.isPartial,
    parts_ns,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
