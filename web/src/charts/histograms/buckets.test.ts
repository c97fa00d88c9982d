import { expect, it } from 'vitest';
import { occupied, bucketAt, highest, thinned, type Layer } from './buckets.ts';

const layer = (depth: number, ...rows: [number, number, number][]): Layer => ({
  depth,
  lefts: Float64Array.from(rows, (row) => row[0]),
  rights: Float64Array.from(rows, (row) => row[1]),
  counts: Float64Array.from(rows, (row) => row[2]),
});

it('finds the bucket of a value, the last edge included, and none beside them', () => {
  const one = layer(0, [0, 1, 3], [1, 2, 4], [5, 6, 1]);
  expect([-1, 0, 0.5, 1, 2, 3, 6, 7].map((value) => bucketAt(one, value))).toEqual([
    -1, 0, 0, 1, 1, -1, 2, -1,
  ]);
  expect(bucketAt(layer(0), 1)).toBe(-1);
});

it('takes layers at even distances from the last back, and the current one', () => {
  const layers = Array.from({ length: 11 }, (_, i) => layer(i));
  expect(thinned(layers, 3, null)).toEqual([2, 6, 10]);
  expect(thinned(layers, 3, 7)).toEqual([2, 6, 7, 10]);
  expect(thinned(layers, 11, null)).toHaveLength(11);
  expect(thinned([], 3, null)).toEqual([]);
});

it('knows the highest count', () => {
  expect(highest([layer(0, [0, 1, 3]), layer(1, [0, 1, 9], [1, 2, 4])])).toBe(9);
  expect(highest([])).toBe(0);
});

it('occupied spans the buckets with values and one more on either side', () => {
  expect(occupied(Float64Array.from([0, 0, 2, 0, 1, 0, 0]))).toEqual([1, 5]);
  expect(occupied(Float64Array.from([3, 1]))).toEqual([0, 1]);
  expect(occupied(Float64Array.from([0, 0]))).toBeNull();
});
