import { expect, it } from 'vitest';
import { meanLine } from './mean_line.ts';

const line = (x: number[], values: number[]) => ({
  x: Float64Array.from(x),
  values: Float64Array.from(values),
});

it('meanLine averages the lines that reach a step, without NaN', () => {
  const mean = meanLine([line([0, 10], [1, 3]), line([0, 10, 20], [3, NaN, 7])]);
  expect([mean?.x[0], mean?.x.at(-1)]).toEqual([0, 20]);
  expect([mean?.values[0], mean?.values[16], mean?.values.at(-1)]).toEqual([2, 3, 7]);
});

it('meanLine of one step is one value, and of no line none', () => {
  expect(meanLine([line([5], [2]), line([5], [4])])?.values).toEqual(Float64Array.of(3));
  expect(meanLine([line([], [])])).toBeNull();
});
