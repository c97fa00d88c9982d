import { expect, it } from 'vitest';
import type { Run } from '../../data/shapes.ts';
import {
  columnOf,
  fitColumns,
  metricId,
  metricOf,
  type KnownMetrics,
  moveColumn,
  namesWidth,
} from './columns.ts';
import { sortRuns, type Sorting } from './order.ts';
import { markOf, noteOf } from './state_mark.ts';

const run = (id: number, name: string, more: Partial<Run> = {}): Run =>
  ({
    id,
    name,
    display_name: null,
    labels: [],
    note: null,
    state: 'finished',
    damage: null,
    first_nan: null,
    exception: null,
    source: null,
    last_step: id * 10,
    start_time: 1,
    last_time: 2,
    n_points: 1,
    ...more,
  }) as Run;
const sorted = (runs: Run[], sorting: Sorting): string[] => sortRuns(runs, sorting).map((one) => one.name);
const none = (): null => null;
const known = (values: [number, number][], max: [number, number][] = values): KnownMetrics =>
  new Map([
    ['val/loss', { last: new Map(values), min: new Map(values), max: new Map(max) }],
    ['acc', { last: new Map(), min: new Map(values), max: new Map(max) }],
  ]);

it('keeps the order of names, or turns it around', () => {
  const runs = [run(1, 'seed-9'), run(2, 'seed-10')];
  expect(sorted(runs, { column: null, descending: false })).toEqual(['seed-9', 'seed-10']);
  expect(sorted(runs, { column: null, descending: true })).toEqual(['seed-10', 'seed-9']);
});

it('sorts by a metric, missing and NaN last either way', () => {
  const runs = [run(1, 'a'), run(2, 'b'), run(3, 'c'), run(4, 'd')];
  const column = columnOf(
    metricId('val/loss'),
    known([
      [1, 0.5],
      [2, 0.1],
      [3, NaN],
    ]),
    none,
  );
  expect(column?.title).toBe('val/loss');
  expect(sorted(runs, { column, descending: false })).toEqual(['b', 'a', 'c', 'd']);
  expect(sorted(runs, { column, descending: true })).toEqual(['a', 'b', 'c', 'd']);
});

it('knows the best by the direction of the tag', () => {
  expect(metricOf(metricId('a.b:c', 'best'))).toEqual({ tag: 'a.b:c', aggregate: 'best' });
  expect(metricOf('step')).toBeNull();
  const metrics = known([[1, 0.5]], [[1, 0.9]]);
  expect(columnOf(metricId('val/loss', 'best'), metrics, none)?.value(run(1, 'a'))).toBe(0.5);
  expect(columnOf(metricId('acc', 'best'), metrics, none)?.value(run(1, 'a'))).toBe(0.9);
  expect(columnOf(metricId('val/loss', 'max'), metrics, none)?.title).toBe('max val/loss');
});

it('shows hyperparameters, and of a group what is the same in all', () => {
  const set: Record<number, Record<string, number | string>> = {
    1: { lr: 0.0001, opt: 'adam' },
    2: { lr: 0.01, opt: 'adam' },
  };
  const look = (id: number, name: string): number | string | null => set[id]?.[name] ?? null;
  const runs = [run(1, 'a'), run(2, 'b')];
  const lr = columnOf('hparam:lr', new Map(), look);
  const opt = columnOf('hparam:opt', new Map(), look);
  expect(runs.map((one) => lr?.text(one))).toEqual(['1e-4', '0.01']);
  expect(lr?.format(lr.together(runs))).toBe('—');
  expect(opt?.format(opt.together(runs))).toBe('adam');
  expect(lr?.text(run(9, 'none'))).toBe('—');
});

it('takes the mean of a metric and the highest step of a group', () => {
  const runs = [run(1, 'a'), run(2, 'b'), run(3, 'c')];
  expect(
    columnOf(
      metricId('val/loss'),
      known([
        [1, 1],
        [2, 2],
        [3, NaN],
      ]),
      none,
    )?.together(runs),
  ).toBe(1.5);
  expect(columnOf('step', new Map(), none)?.together(runs)).toBe(30);
  expect(columnOf('labels', new Map(), none)?.together(runs)).toBe('');
});

it('marks the most urgent state', () => {
  expect(markOf(run(1, 'a', { state: 'live' }))).toBe('live');
  expect(markOf(run(1, 'a', { state: 'live', first_nan: { tag: 't', step: 41900 } }))).toBe('nan');
  expect(noteOf(run(1, 'a', { first_nan: { tag: 't', step: 41900 } }))?.text).toBe('NaN at 41,900');
  expect(noteOf(run(1, 'a', { damage: { count: 1, bytes: 3, first: null } }))?.text).toBe('1 bad record');
  expect(noteOf(run(1, 'a'))).toBeNull();
});

it('moves a column to another place, and not beyond the ends', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(moveColumn(ids, 'a', 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveColumn(ids, 'd', 1)).toEqual(['a', 'd', 'b', 'c']);
  expect(moveColumn(ids, 'a', -1)).toEqual(ids);
  expect(moveColumn(ids, 'd', 9)).toEqual(ids);
});

it('fitColumns gives heads the room that names leave, and shrinks columns without a value, then drops them', () => {
  const runs = [run(1, 'a'), run(2, 'b')];
  const columns = ['metric:evaluation/loss', 'metric:acc', 'step'].flatMap(
    (id) => columnOf(id, known([[1, 0.5]]), none) ?? [],
  );
  const widths = (wide_px: number): number[] =>
    fitColumns(columns, { runs, wide_px, names_px: 200 }).map((column) => Math.round(column.width_px));
  expect(widths(500)).toEqual([82, 30, 50]);
  expect(widths(340)).toEqual([58, 30, 50]);
  expect(widths(300)).toEqual([58, 50]);
  expect(namesWidth([{ name: 'adam/lr=0.001,hidden=64', depth: 0 }])).toBeGreaterThan(23 * 6 + 50);
});
