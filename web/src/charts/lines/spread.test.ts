import { expect, it } from 'vitest';
import { spreads } from './spread.ts';

const same = (value: number): number => value;

it('has the lowest and highest place of each column of pixels', () => {
  const x = Float64Array.of(0, 0.2, 0.4, 1, 1.4, 2);
  const y = Float64Array.of(5, 1, 9, 4, 6, 3);
  expect(spreads(x, y, [0, 6], same, same)).toEqual([{ x: [0, 1, 2], top: [1, 4, 3], bottom: [9, 6, 3] }]);
});

it('ends at values that are not finite and begins again after them', () => {
  const x = Float64Array.of(0, 1, 2, 3, 4);
  const y = Float64Array.of(1, NaN, Infinity, 2, 3);
  expect(spreads(x, y, [0, 5], same, same)).toEqual([
    { x: [0], top: [1], bottom: [1] },
    { x: [3, 4], top: [2, 3], bottom: [2, 3] },
  ]);
});

it('takes only the span that is in sight', () => {
  expect(spreads(Float64Array.of(0, 1, 2, 3), Float64Array.of(1, 2, 3, 4), [1, 3], same, same)).toEqual([
    { x: [1, 2], top: [2, 3], bottom: [2, 3] },
  ]);
});
