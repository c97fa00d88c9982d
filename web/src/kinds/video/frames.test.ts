import { expect, it } from 'vitest';
import { framePlus } from './frames.ts';

it('goes round both ends', () => {
  expect([framePlus(0, 1, 3), framePlus(2, 1, 3), framePlus(0, -1, 3), framePlus(1, -5, 3)]).toEqual([
    1, 0, 2, 2,
  ]);
});

it('stays at the first where there is none', () => {
  expect(framePlus(0, 1, 0)).toBe(0);
});
