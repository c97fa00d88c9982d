import { expect, it } from 'vitest';
import { singles, whole } from './bands.ts';

it('breaks bands where nothing was counted', () => {
  expect(whole(Float64Array.of(1, 2, NaN, 4), [0, 4])).toEqual([
    [0, 2],
    [3, 4],
  ]);
  expect(whole(Float64Array.of(NaN, NaN), [0, 2])).toEqual([]);
  expect(whole(Float64Array.of(1, 2, 3), [1, 3])).toEqual([[1, 3]]);
});

it('finds steps that have no neighbor, which a band cannot show', () => {
  expect(singles(Float64Array.of(1), [0, 1])).toEqual([0]);
  expect(singles(Float64Array.of(1, 2, NaN, 4), [0, 4])).toEqual([3]);
});
