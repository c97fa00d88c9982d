import { expect, it } from 'vitest';
import { rowWindow } from './window.ts';

it('renders what is in sight and a little more', () => {
  expect(rowWindow(10_000, 24, 24_000, 480, 2)).toEqual({
    first: 998,
    end: 1022,
    before_px: 998 * 24,
    total_px: 240_000,
  });
  expect(rowWindow(3, 24, 0, 480, 2)).toEqual({ first: 0, end: 3, before_px: 0, total_px: 72 });
  expect(rowWindow(0, 24, 0, 480)).toEqual({ first: 0, end: 0, before_px: 0, total_px: 0 });
  expect(rowWindow(5, 24, 99_999, 480).end).toBe(5);
});
