// Which steps of a training profiles recorded, as marks on the ruler and ways between a profile and the charts.
import { formatCount } from '../../charts/base/format.ts';
import { asJson } from '../../data/api.ts';
import type { View } from '../view.ts';

export interface ProfiledSteps {
  readonly run: number;
  /** The trace's path below the run's directory. */
  readonly name: string;
  readonly first_step: number;
  readonly last_step: number;
  /** First and last as the profiler numbers them. */
  readonly own_steps: readonly [number, number] | null;
  /** By the profile's time, by when its file was written, or by the profiler's own numbers. */
  readonly by: 'time' | 'written' | 'number';
}

export const decodeProfiledSteps = (bytes: ArrayBuffer): ProfiledSteps[] => asJson<ProfiledSteps[]>(bytes);

/** Workers of one training record the same steps: one mark for all of them, the first. */
export function distinctMarks(marks: readonly ProfiledSteps[]): ProfiledSteps[] {
  const found = new Map<string, ProfiledSteps>();
  for (const mark of marks) {
    const key = [mark.run, mark.first_step, mark.last_step].join(' ');
    if (!found.has(key)) found.set(key, mark);
  }
  return [...found.values()];
}

export function stepsText(first: number, last: number): string {
  return first === last ? `step ${formatCount(first)}` : `steps ${formatCount(first)}–${formatCount(last)}`;
}

/** Which steps, and how that is known where it is not plain. */
export function markText({ first_step, last_step, own_steps, by }: ProfiledSteps): string {
  const steps = stepsText(first_step, last_step);
  if (by === 'written') return `Profile written at ${steps}`;
  const isSame = own_steps?.[0] === first_step && own_steps[1] === last_step;
  if (by === 'number') return `Profile of ${steps}, by the profiler's count`;
  return own_steps && !isSame
    ? `Profile of ${steps}, by time; the profiler counts ${stepsText(...own_steps)}`
    : `Profile of ${steps}`;
}

/** Open a profile. What was seen of another one means nothing in it. */
export function showProfile(view: View, run: string, file: string): void {
  view.go('profile');
  view.setOwn({
    'profile.run': run,
    'profile.file': file,
    'profile.time': undefined,
    'profile.slice': undefined,
    'profile.view': undefined,
  });
}
