import { expect, it } from 'vitest';
import { whole } from './bands.ts';

it('breaks bands where nothing was counted', () => {
  expect(whole(Float64Array.of(1, 2, NaN, 4), [0, 4])).toEqual([
    [0, 2],
    [3, 4],
  ]);
  expect(whole(Float64Array.of(NaN, NaN), [0, 2])).toEqual([]);
  expect(whole(Float64Array.of(1, 2, 3), [1, 3])).toEqual([[1, 3]]);
});
