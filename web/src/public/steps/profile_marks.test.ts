import { expect, it } from 'vitest';
import { distinctMarks, markText, stepsText, type ProfiledSteps } from './profile_marks.ts';

const mark = (more: Partial<ProfiledSteps> = {}): ProfiledSteps => ({
  ...{ run: 1, name: 'a', first_step: 10, last_step: 13, own_steps: null, by: 'time' },
  ...more,
});

it('says which steps a profile recorded, and how that is known', () => {
  expect(stepsText(1200, 1200)).toBe('step 1,200');
  expect(markText(mark())).toBe('Profile of steps 10–13');
  expect(markText(mark({ own_steps: [10, 13] }))).toBe('Profile of steps 10–13');
  expect(markText(mark({ own_steps: [2, 3] }))).toBe(
    'Profile of steps 10–13, by time; the profiler counts steps 2–3',
  );
  expect(markText(mark({ own_steps: [10, 13], by: 'number' }))).toBe(
    "Profile of steps 10–13, by the profiler's count",
  );
  expect(markText(mark({ last_step: 10, by: 'written' }))).toBe('Profile written at step 10');
});

it('marks the workers of one training once', () => {
  const marks = [mark(), mark({ name: 'b' }), mark({ run: 2 }), mark({ last_step: 14 })];
  expect(distinctMarks(marks).map(({ run, name, last_step }) => [run, name, last_step])).toEqual([
    [1, 'a', 13],
    [2, 'a', 13],
    [1, 'a', 14],
  ]);
});
