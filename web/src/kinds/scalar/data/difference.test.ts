import { expect, it } from 'vitest';
import { differences, valueAt } from './difference.ts';

const base = { x: Float64Array.of(0, 10, 20), y: Float64Array.of(4, 8, 8) };

it('goes straight between points and nowhere beyond them', () => {
  expect([0, 5, 10, 20].map((x) => valueAt(base, x))).toEqual([4, 6, 8, 8]);
  expect(valueAt(base, -1)).toBeNaN();
  expect(valueAt(base, 21)).toBeNaN();
});

it('takes the nearest point where x goes back', () => {
  expect(valueAt({ x: Float64Array.of(0, 5, 1), y: Float64Array.of(1, 2, 3) }, 1.2)).toBe(3);
});

it('gives differences and percents', () => {
  const [x, y] = [Float64Array.of(0, 5, 30), Float64Array.of(5, 3, 1)];
  expect([...differences(x, y, base, 'delta')]).toEqual([1, -3, NaN]);
  expect([...differences(x, y, base, 'percent')]).toEqual([25, -50, NaN]);
  expect([
    ...differences(
      Float64Array.of(0),
      Float64Array.of(-1),
      { x: Float64Array.of(0), y: Float64Array.of(-2) },
      'percent',
    ),
  ]).toEqual([50]);
});
