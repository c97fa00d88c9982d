import { expect, it } from 'vitest';
import { News } from './news.ts';

const run = (id: number, last_step: number | null, n_points: number) => ({ id, last_step, n_points });

it('counts steps of the run that went furthest, new runs from their beginning', () => {
  const news = new News([run(1, 10, 11), run(2, 100, 50)]);
  expect(news.text([run(1, 14, 15), run(2, 101, 51)])).toBe('4 new steps');
  expect(news.text([run(1, 10, 11), run(2, 101, 51)])).toBe('1 new step');
  expect(news.text([run(1, 10, 11), run(2, 100, 50), run(3, 1299, 1300)])).toBe('1,300 new steps');
});

it('counts values where no step is new, and is silent where nothing is', () => {
  const news = new News([run(1, 10, 11)]);
  expect(news.text([run(1, 10, 13)])).toBe('2 new values');
  expect(news.text([run(1, 10, 11)])).toBe('');
  expect(news.text([])).toBe('');
});
