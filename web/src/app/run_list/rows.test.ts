import { expect, it } from 'vitest';
import type { Run } from '../../data/shapes.ts';
import { NOTHING_COMMON } from '../../public/runs/names.ts';
import { columnOf, metricId } from './columns.ts';
import { mark } from './marking.ts';
import { arrange, type Arrangement, type Row } from './rows.ts';

const run = (id: number, name: string, more: Partial<Run> = {}): Run =>
  ({ id, name, display_name: null, parent: null, ...more }) as Run;
const HOW: Arrangement = {
  tree: false,
  folds: new Set(),
  isPinned: () => false,
  groupOf: null,
  groupId: () => -1,
  common: NOTHING_COMMON,
  sorting: { column: null, descending: false },
};
const RUNS = [
  run(1, 'alone'),
  run(2, 'dit/b2/lr-1/seed-1'),
  run(3, 'dit/b2/lr-1/seed-2'),
  run(4, 'dit/b2/lr-3/seed-1'),
  run(5, 'other/x'),
];

/** A row as text: depth in dots, name, count. */
function drawn(rows: readonly Row[]): string[] {
  return rows.map((row) => {
    if (row.type === 'caption') return `# ${row.text}`;
    const dots = '·'.repeat(row.depth);
    return row.type === 'run'
      ? dots + row.name
      : `${dots}${row.open ? 'v' : '>'} ${row.name} ${String(row.runs.length)}`;
  });
}

it('lists runs flat, pinned ones first', () => {
  expect(drawn(arrange(RUNS.slice(0, 2), HOW))).toEqual(['alone', 'dit/b2/lr-1/seed-1']);
  expect(drawn(arrange(RUNS, { ...HOW, isPinned: (one) => one.id === 5 })).slice(0, 4)).toEqual([
    '# Pinned',
    'other/x',
    '# All others',
    'alone',
  ]);
});

it('makes a tree of folders, a chain of folders in one row', () => {
  const tree = { ...HOW, tree: true };
  expect(drawn(arrange(RUNS, tree))).toEqual([
    'alone',
    'v dit/b2 3',
    '·v lr-1 2',
    '··seed-1',
    '··seed-2',
    '·v lr-3 1',
    '··seed-1',
    'v other 1',
    '·x',
  ]);
  const folded = { ...tree, folds: new Set(['folder dit/b2', 'folder other']) };
  expect(drawn(arrange(RUNS, folded))).toEqual(['alone', '> dit/b2 3', '> other 1']);
});

it('keeps the order of the list within the tree, and names people gave', () => {
  const runs = [run(2, 'a/z', { display_name: 'best' }), run(1, 'b/x'), run(3, 'a/y')];
  expect(drawn(arrange(runs, { ...HOW, tree: true }))).toEqual(['v a 2', '·best', '·y', 'v b 1', '·x']);
});

it('puts members under their group, groups in the order of their mean', () => {
  const values = new Map([
    [2, 3],
    [3, 1],
    [4, 0.5],
  ]);
  const column = columnOf(
    metricId('loss'),
    new Map([['loss', { last: values, min: values, max: values }]]),
    () => null,
  );
  const groupOf = new Map([
    [2, 'lr-1'],
    [3, 'lr-1'],
    [4, 'lr-3'],
  ]);
  const how = {
    ...HOW,
    groupOf,
    groupId: (name: string) => (name === 'lr-1' ? -1 : -2),
    sorting: { column, descending: false },
  };
  const rows = arrange(RUNS, how);
  expect(drawn(rows)).toEqual([
    '# Groups · mean of members',
    'v lr-3 1',
    '·dit/b2/lr-3/seed-1',
    'v lr-1 2',
    '·seed-1',
    '·seed-2',
    '# In no group',
    'alone',
    'other/x',
  ]);
  expect(rows.map((row) => (row.type === 'caption' ? null : row.group))).toEqual([
    null,
    -2,
    -2,
    -1,
    -1,
    -1,
    null,
    null,
    null,
  ]);
  expect(drawn(arrange(RUNS, { ...how, sorting: { column: null, descending: true } }))[1]).toBe('v lr-3 1');
});

it('keeps sub-runs under their training until they are opened', () => {
  const runs = [run(1, 'a'), run(2, 'a/loss_train', { parent: 1 }), run(3, 'b')];
  expect(drawn(arrange(runs, HOW))).toEqual(['a', 'b']);
  expect(drawn(arrange(runs, { ...HOW, folds: new Set(['sub-runs a']) }))).toEqual(['a', '·loss_train', 'b']);
  // A filter that leaves only the sub-run shows it by itself.
  expect(drawn(arrange([runs[1] as Run], HOW))).toEqual(['a/loss_train']);
});

it('marks as file managers do', () => {
  const rows = arrange(RUNS, { ...HOW, tree: true });
  const none = { marked: new Set<number>(), anchor: -1 };
  const plain = { ctrl: false, shift: false };
  const one = mark(rows, 0, none, plain);
  expect([...one.marked]).toEqual([1]);
  expect([...mark(rows, 0, one, plain).marked]).toEqual([]);
  expect([...mark(rows, 3, one, { ctrl: false, shift: true }).marked].sort()).toEqual([1, 2, 3, 4]);
  expect([...mark(rows, 8, one, { ctrl: true, shift: false }).marked]).toEqual([1, 5]);
  expect([...mark(rows, 1, one, plain).marked]).toEqual([2, 3, 4]);
  expect([...mark(rows, 2, mark(rows, 1, one, plain), { ctrl: true, shift: false }).marked]).toEqual([4]);
});
