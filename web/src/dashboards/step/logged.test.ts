import { expect, it } from 'vitest';
import type { Items } from '../../data/items.ts';
import { loggedAt } from './logged.ts';

const list = (run: number, tag: string, steps: readonly number[]): Items =>
  ({ run, tag, steps: Float64Array.from(steps) }) as Items;

it('parts tags of the step from those whose nearest value is elsewhere', () => {
  const lists = [
    list(1, 'map', [0, 100]),
    list(1, 'late', [101]),
    list(1, 'old', [0, 40]),
    list(2, 'old', [70]),
    list(2, 'far', [500]),
  ];
  expect(loggedAt(lists, 100, 10)).toEqual({
    here: ['map', 'late'],
    others: [
      { tag: 'old', step: 70 },
      { tag: 'far', step: 500 },
    ],
  });
  expect(loggedAt([list(1, 'map', [99])], 100, 1).here).toEqual([]);
});
