import { expect, it } from 'vitest';
import { niceTicks } from './nice_ticks.ts';

it('takes round steps', () => {
  expect(niceTicks(0, 80_000, 8)).toEqual([
    0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000,
  ]);
  expect(niceTicks(0, 7, 3)).toEqual([0, 5]);
  expect(niceTicks(3, 3, 4)).toEqual([3]);
});
