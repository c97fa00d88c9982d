import { expect, it } from 'vitest';
import { spaced, tickRoom } from './axes.ts';

it('leaves out ticks of a log scale that are closer than the room for one', () => {
  expect(spaced([1, 2, 5, 10, 20, 50, 100], 'log', [1, 100], 0.3)).toEqual([1, 10, 100]);
  expect(spaced([1, 2, 5], 'log', [0.9, 6], 0.3)).toEqual([1, 2, 5]);
});

it('gives ticks less room where there would be a single one', () => {
  expect(tickRoom(-6, 6.5, 118)).toBe(26);
  expect(tickRoom(0, 4, 130)).toBe(52);
});
