import { expect, it } from 'vitest';
import { lowerBound, nearestIndex } from './nearest.ts';

it('finds the nearest of rising numbers', () => {
  const xs = Float64Array.of(0, 10, 20);
  expect([-5, 4, 5, 6, 14, 19, 99].map((x) => nearestIndex(xs, x))).toEqual([0, 0, 0, 1, 1, 2, 2]);
  expect(nearestIndex(new Float64Array(), 1)).toBe(-1);
});

it('finds the nearest where numbers go back, the last of several', () => {
  expect(nearestIndex(Float64Array.of(0, 10, 5, 10, 2), 9)).toBe(3);
});

it('finds the first that is not below', () => {
  expect([0, 1, 3, 4].map((x) => lowerBound([1, 3, 3], x))).toEqual([0, 0, 1, 3]);
});
