import { expect, it } from 'vitest';
import { middles } from './heat.ts';

it('puts the edges of columns half-way between their steps', () => {
  expect(middles([0, 10, 30])).toEqual([-5, 5, 20, 40]);
  expect(middles([4])).toEqual([3.5, 4.5]);
});
