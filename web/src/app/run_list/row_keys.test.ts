import { expect, it } from 'vitest';
import { run } from '../../state/testing/scripted_board.ts';
import { rowAfter } from './row_keys.ts';
import { arrange } from './rows.ts';

const rows = arrange([run(1, 'a'), run(2, 'b')], {
  tree: false,
  folds: new Set(),
  isPinned: ({ id }) => id === 1,
  groupOf: null,
  groupId: () => 0,
  common: { prefix: '', suffix: '' },
  sorting: { column: null, descending: false },
});

it('arrows go from row to row and never stay on a caption', () => {
  expect(rows.map((row) => row.type)).toEqual(['caption', 'run', 'caption', 'run']);
  expect(rowAfter(rows, -1, 'ArrowDown')).toBe(1);
  expect(rowAfter(rows, 1, 'ArrowDown')).toBe(3);
  expect(rowAfter(rows, 3, 'ArrowUp')).toBe(1);
  expect(rowAfter(rows, 1, 'End')).toBe(3);
});

it('leads nowhere from the first row upward, in an empty list, or by another key', () => {
  expect(rowAfter(rows, 1, 'ArrowUp')).toBeNull();
  expect(rowAfter([], 0, 'ArrowDown')).toBeNull();
  expect(rowAfter(rows, 1, 'x')).toBeNull();
});
