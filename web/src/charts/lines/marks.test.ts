import { expect, it } from 'vitest';
import { spread } from './marks.ts';

it('moves labels apart, within the room there is', () => {
  expect(spread([20, 22, 60], 10, 0, 100)).toEqual([20, 30, 60]);
  expect(spread([90, 95, 99], 10, 0, 100)).toEqual([80, 90, 100]);
});

it('keeps them apart where the first lies above the room', () => {
  expect(spread([2, 12, 20], 10, 8, 100)).toEqual([8, 18, 28]);
});
