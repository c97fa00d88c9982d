import { expect, it } from 'vitest';
import { readArrows } from './arrows.ts';

it('reads which arrows are shown from the link, and shows those of the selected slice without one', () => {
  expect(['off', 'all', 'selected', 'many', undefined].map(readArrows)).toEqual([
    'off',
    'all',
    'selected',
    'selected',
    'selected',
  ]);
});
