import { expect, it } from 'vitest';
import { waitingCells } from './waiting_cells.ts';

it('has a cell for each step, or the mean of neighbors', () => {
  const row = { steps: [4, 5, 6], waiting_by_step_ns: [10, 20, 60] };
  expect(waitingCells(row, 3).map((cell) => cell.waiting_ns)).toEqual([10, 20, 60]);
  expect(waitingCells(row, 2)).toEqual([
    { first: 4, last: 5, waiting_ns: 15 },
    { first: 6, last: 6, waiting_ns: 60 },
  ]);
  expect(waitingCells({ steps: [], waiting_by_step_ns: [] }, 2)).toEqual([]);
});
