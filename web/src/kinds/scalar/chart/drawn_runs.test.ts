import { expect, it } from 'vitest';
import type { Run } from '../../../data/shapes.ts';
import { drawnRuns } from './drawn_runs.ts';

const run = (id: number, start_time: number | null): Run => ({ id, start_time }) as Run;

it('draws all runs up to the limit, as they come', () => {
  const runs = [run(0, 5), run(1, 9)];
  expect(drawnRuns(runs, 2)).toBe(runs);
});

it('draws the runs that were started last beyond the limit', () => {
  const runs = [run(0, 5), run(1, null), run(2, 9), run(3, 7)];
  expect(drawnRuns(runs, 2).map(({ id }) => id)).toEqual([2, 3]);
});
