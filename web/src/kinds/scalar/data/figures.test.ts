import { expect, test } from 'vitest';
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

test('Figures.of takes the figure of whole series', () => {
  const summaries = [summary(1, 4), summary(2, 3)];
  expect(Figures.of('last', summaries).value(2, 'loss')).toBe(3);
  expect(Figures.of('max', summaries).value(1, 'loss')).toBe(5);
  expect(Figures.of('max', summaries).value(3, 'loss')).toBeUndefined();
});

test('Figures.within takes the last value or an extreme of a range', () => {
  const span = { run: 1, tag: 'loss', n: 3, start_step: 5, end_step: 9, start: 7, end: 6, min: 4, max: 8 };
  expect(
    (['last', 'step', 'min', 'max'] as const).map((one) => Figures.within(one, [span]).value(1, 'loss')),
  ).toEqual([6, 6, 4, 8]);
});

test('gives the means of groups, over the members that have a value', () => {
  const figures = new Figures([
    { run: 1, tag: 'loss', value: 2 },
    { run: 2, tag: 'loss', value: 4 },
    { run: 3, tag: 'loss', value: 9 },
    { run: 1, tag: 'lr', value: 7 },
  ]);
  const grouped = figures.grouped(
    ['loss', 'lr'],
    new Map([
      [-1, [1, 2]],
      [-2, [3]],
    ]),
  );
  expect([grouped.value(-1, 'loss'), grouped.value(-2, 'loss'), grouped.value(-1, 'lr')]).toEqual([3, 9, 7]);
  expect([grouped.value(-2, 'lr'), grouped.value(1, 'loss')]).toEqual([undefined, undefined]);
});
