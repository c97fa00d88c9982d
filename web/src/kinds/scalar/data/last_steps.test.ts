import { expect, it } from 'vitest';
import { lastSteps, standings } from './last_steps.ts';

const line = (run: number, steps: number[], values: number[]) => ({
  run,
  tag: 'loss',
  steps: Float64Array.from(steps),
  values: Float64Array.from(values),
});

it('takes the last tenth of the longest run', () => {
  expect(lastSteps([{ last_step: 100 }, { last_step: 1000 }, { last_step: null }])).toEqual([900, 1000]);
  expect(lastSteps([{ last_step: null }])).toBeNull();
});

it('gives mean and spread of finite values within it, the lowest first', () => {
  const lines = [
    line(1, [0, 900, 1000], [9, 4, 6]),
    line(2, [0, 950, 990], [9, 1, NaN]),
    line(3, [0, 500], [1, 1]),
  ];
  expect(standings(lines, [900, 1000])).toEqual([
    { run: 2, tag: 'loss', mean: 1, std: 0 },
    { run: 1, tag: 'loss', mean: 5, std: Math.SQRT2 },
  ]);
});
