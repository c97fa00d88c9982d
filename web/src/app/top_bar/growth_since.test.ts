import { expect, it } from 'vitest';
import { GrowthSince } from './growth_since.ts';

const run = (id: number, last_step: number | null, n_points: number) => ({ id, last_step, n_points });

it('counts steps of the run that went furthest, new runs from their beginning', () => {
  const growth = new GrowthSince([run(1, 10, 11), run(2, 100, 50)]);
  expect(growth.text([run(1, 14, 15), run(2, 101, 51)])).toBe('4 new steps');
  expect(growth.text([run(1, 10, 11), run(2, 101, 51)])).toBe('1 new step');
  expect(growth.text([run(1, 10, 11), run(2, 100, 50), run(3, 1299, 1300)])).toBe('1,300 new steps');
});

it('counts values where no step is new, and is silent where nothing is', () => {
  const growth = new GrowthSince([run(1, 10, 11)]);
  expect(growth.text([run(1, 10, 13)])).toBe('2 new values');
  expect(growth.text([run(1, 10, 11)])).toBe('');
  expect(growth.text([])).toBe('');
});
