import { expect, test } from 'vitest';
import type { Run, Tag } from '../../data/shapes.ts';
import { comparedColumns, defaultBaseline } from './columns.ts';

const run = (id: number, parent: number | null = null): Run =>
  ({ id, name: `r${String(id)}`, parent }) as Run;
const NO_GROUPS = { groupOf: new Map<number, string>(), groupId: () => 0 };

test('comparedColumns has a column per training with its sub-runs, the baseline first', () => {
  const runs = [run(1), run(2), run(3, 2)];
  expect(comparedColumns(runs, runs[1] ?? null, NO_GROUPS)).toEqual([
    { id: 2, runs: [2, 3], isGroup: false },
    { id: 1, runs: [1], isGroup: false },
  ]);
});

test('comparedColumns adds a baseline that is not shown', () => {
  expect(comparedColumns([run(1)], run(9), NO_GROUPS).map(({ id }) => id)).toEqual([9, 1]);
});

test('comparedColumns has a column per group, first the one of the baseline, and leaves out runs without one', () => {
  const runs = [run(1), run(2), run(3), run(4)];
  const groups = ['a', 'b'];
  const grouping = {
    groupOf: new Map([
      [1, 'a'],
      [2, 'b'],
      [3, 'b'],
    ]),
    groupId: (name: string) => -1 - groups.indexOf(name),
  };
  expect(comparedColumns(runs, run(3), grouping).map(({ id }) => id)).toEqual([-2, -1]);
  expect(comparedColumns(runs, runs[2] ?? null, grouping)).toEqual([
    { id: -2, runs: [2, 3], isGroup: true },
    { id: -1, runs: [1], isGroup: true },
  ]);
});

test('defaultBaseline is the run that shares most scalar tags with the others, of equals the first', () => {
  const tag = (runs: number[], kind = 'scalar'): Tag => ({ kind, runs }) as unknown as Tag;
  const runs = [run(1), run(2), run(3)];
  expect(defaultBaseline(runs, [tag([1]), tag([2, 3]), tag([1, 2], 'image')])?.id).toBe(2);
  expect(defaultBaseline(runs, [tag([1, 2, 3])])?.id).toBe(1);
  expect(defaultBaseline(runs, [])?.id).toBe(1);
  expect(defaultBaseline([], [tag([1])])).toBe(null);
});
