import { expect, it } from 'vitest';
import { extents, padded, withoutOutliers, moved, scaled } from './extent.ts';

const line = (y: number[]): { x: Float64Array; y: Float64Array } => ({
  x: Float64Array.from(y, (_, i) => i),
  y: Float64Array.from(y),
});

it('takes finite values only, within the range', () => {
  expect(extents([line([1, NaN, 5]), line([Infinity, -2])], null, false)).toEqual({ x: [0, 2], y: [-2, 5] });
  expect(extents([line([9, 1, 5])], [1, 2], false)).toEqual({ x: [0, 2], y: [1, 5] });
  expect(extents([line([-1, 0, 5])], null, true).y).toEqual([5, 5]);
  expect(extents([line([NaN])], null, false).y).toBeNull();
  expect(extents([], null, false)).toEqual({ x: null, y: null });
});

it('leaves outliers out', () => {
  const y = Array.from({ length: 1000 }, (_, i) => i % 10);
  y[500] = 1e9;
  expect(withoutOutliers([line(y)], null)).toEqual([0, 9]);
});

it('gives room, keeps zero, never an empty range', () => {
  expect(padded([0.1, 10], 'linear')).toEqual([0, 10.495]);
  expect(padded([3, 3], 'linear')).toEqual([2.7, 3.3]);
  expect(padded([0, 0], 'linear')).toEqual([-1, 1]);
  expect(padded([2, 2], 'log')).toEqual([1, 4]);
});

it('moves and scales ranges as the eye sees them', () => {
  expect(moved([0, 10], 0.5, 'linear')).toEqual([5, 15]);
  const [low, high] = moved([1, 100], 0.5, 'log');
  expect([low, high].map((end) => Math.round(end))).toEqual([10, 1000]);
  expect(scaled([0, 10], 2, 0.5, 'linear')).toEqual([1, 6]);
  expect(scaled([1, 100], 10, 2, 'log').map((end) => +end.toPrecision(6))).toEqual([0.1, 1000]);
});
