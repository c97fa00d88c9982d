import { expect, test } from 'vitest';
import type { Span } from '../../data/summaries.ts';
import { bestOf, rangeRows } from './ranges.ts';

const span = (run: number, start: number, end: number): Span => ({
  run,
  tag: 'loss',
  n: 2,
  start_step: 0,
  end_step: 9,
  start,
  end,
  min: Math.min(start, end),
  max: Math.max(start, end),
});

test('rangeRows has the means of groups and leaves out columns without a value', () => {
  const rows = rangeRows(
    [
      { id: -1, runs: [1, 2], isGroup: true },
      { id: 3, runs: [3], isGroup: false },
      { id: 4, runs: [4], isGroup: false },
    ],
    [span(1, 4, 2), span(2, 6, 4), span(3, 9, 1)],
  );
  expect(rows.map(({ start, end, min }) => [start, end, min])).toEqual([
    [5, 3, 3],
    [9, 1, 1],
  ]);
  expect(bestOf(rows, 'loss')).toEqual({ min: 1, max: null });
});
