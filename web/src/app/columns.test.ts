import { expect, it } from 'vitest';
import type { Run } from '../data/shapes.ts';
import { columnOf, sortRuns } from './columns.ts';
import { markOf, noteOf } from './state_mark.ts';

const run = (id: number, name: string, more: Partial<Run> = {}): Run =>
  ({ id, name, display_name: null, labels: [], note: null, state: 'finished', damage: null, first_nan: null, last_step: id * 10, start_time: 1, last_time: 2, n_points: 1, ...more }) as Run;
const names = (runs: Run[]): string[] => runs.map((one) => one.name);

it('sorts names as people count', () => {
  expect(names(sortRuns([run(1, 'seed-10'), run(2, 'seed-9')], null, false, new Set()))).toEqual(['seed-9', 'seed-10']);
  expect(names(sortRuns([run(1, 'seed-9'), run(2, 'seed-10')], null, true, new Set()))).toEqual(['seed-10', 'seed-9']);
});

it('sorts by a metric, pinned first, missing and NaN last either way', () => {
  const runs = [run(1, 'a'), run(2, 'b'), run(3, 'c'), run(4, 'd')];
  const column = columnOf('metric:val/loss', new Map([['val/loss', new Map([[1, 0.5], [2, 0.1], [3, NaN]])]]));
  expect(column?.title).toBe('loss');
  expect(names(sortRuns(runs, column, false, new Set()))).toEqual(['b', 'a', 'c', 'd']);
  expect(names(sortRuns(runs, column, true, new Set()))).toEqual(['a', 'b', 'c', 'd']);
  expect(names(sortRuns(runs, column, false, new Set(['d'])))).toEqual(['d', 'b', 'a', 'c']);
});

it('marks the most urgent state', () => {
  expect(markOf(run(1, 'a', { state: 'live' }))).toBe('live');
  expect(markOf(run(1, 'a', { state: 'live', first_nan: { tag: 't', step: 41900 } }))).toBe('nan');
  expect(noteOf(run(1, 'a', { first_nan: { tag: 't', step: 41900 } }))?.text).toBe('NaN 41.9k');
  expect(noteOf(run(1, 'a', { damage: { count: 1, bytes: 3, first: null } }))?.text).toBe('1 bad record');
  expect(noteOf(run(1, 'a'))).toBeNull();
});
