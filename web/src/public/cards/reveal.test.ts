import { expect, it } from 'vitest';
import { Reveal } from './reveal.svelte.ts';

it('shows runs up to the first without an answer, in whatever order answers come', () => {
  const reveal = new Reveal();
  expect([reveal.isWaiting, reveal.among([4, 5, 6])]).toEqual([true, 1]);
  reveal.answered(5);
  expect([reveal.isWaiting, reveal.among([4, 5, 6])]).toEqual([false, 1]);
  reveal.answered(4);
  expect(reveal.among([4, 5, 6])).toBe(3);
  reveal.answered(6);
  expect([reveal.among([4, 5, 6]), reveal.among([])]).toEqual([3, 0]);
});
