import { expect, it } from 'vitest';
import { Figures } from './figures.ts';

const summary = (
  run: number,
  last: number,
): { run: number; tag: string; last: number; min: number; max: number; n: number } => ({
  run,
  tag: 'loss',
  last,
  min: last - 1,
  max: last + 1,
  n: 9,
});

it('takes the figure that is asked for', () => {
  const summaries = [summary(1, 4), summary(2, 3)];
  expect(Figures.of('last', summaries, []).value(2, 'loss')).toBe(3);
  expect(Figures.of('max', summaries, []).value(1, 'loss')).toBe(5);
  const span = { run: 1, tag: 'loss', n: 1, start_step: 5, end_step: 5, start: 7, end: 7, min: 7, max: 7 };
  expect(Figures.of('step', summaries, [span]).value(1, 'loss')).toBe(7);
  expect(Figures.of('step', summaries, [span]).value(2, 'loss')).toBeUndefined();
});

it('keeps the sign of a difference in parts of a negative baseline', () => {
  const figures = Figures.of('last', [summary(1, -4), summary(2, -3), summary(3, -5)], []);
  expect([figures.share(2, 'loss', 1), figures.share(3, 'loss', 1)]).toEqual([0.25, -0.25]);
});

it('tells differences to a baseline, in values and in parts', () => {
  const figures = Figures.of('last', [summary(1, 4), summary(2, 3)], []);
  expect([figures.delta(2, 'loss', 1), figures.share(2, 'loss', 1)]).toEqual([-1, -0.25]);
  expect([figures.delta(1, 'loss', 1), figures.delta(3, 'loss', 1), figures.share(2, 'loss', 9)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
