import { describe, expect, it } from 'vitest';
import { numberColumn, textColumn } from '../../kinds/hparams/testing/columns.ts';
import { axisColumns, dropped, movedBefore, movedBy, scaleOf, shownColumns, withAxis } from './columns.ts';
import { DEFAULTS } from './settings.ts';

const columns = [
  numberColumn('lr', [1, 2]),
  { ...numberColumn('same', [1, 1]), constant: true },
  numberColumn('loss', [1, 2], 'metric'),
  numberColumn('fid', [1, 2], 'metric'),
  { ...numberColumn('start_time', [1, 2]), role: 'fact' as const },
  textColumn(
    'name',
    Array.from({ length: 40 }, (_, i) => String(i)),
  ),
];
const ids = (found: readonly { id: string }[]): string[] => found.map(({ id }) => id);

describe('columns', () => {
  it('begin with metrics and leave out what is constant', () => {
    expect(ids(shownColumns(columns, DEFAULTS))).toEqual(['loss', 'fid', 'lr', 'name']);
    expect(ids(shownColumns(columns, { ...DEFAULTS, constants: true }))).toContain('same');
  });
  it('end with those that few trials have', () => {
    const rare = { ...numberColumn('rare', [1, 2, 3, 4, 5], 'metric'), n: 1 };
    expect(ids(shownColumns([rare, ...columns], DEFAULTS))).toEqual(['loss', 'fid', 'lr', 'name', 'rare']);
  });
  it('have trial ids where people chose them', () => {
    const trial = (values: string[]): (typeof columns)[0] => ({
      ...textColumn('trial', values),
      role: 'fact',
    });
    expect(ids(shownColumns([trial(['a', 'b'])], DEFAULTS))).toEqual(['trial']);
    expect(ids(shownColumns([trial(['a'.repeat(64), 'b'])], DEFAULTS))).toEqual([]);
  });
  it('have the scale a person chose, else one that suits; metrics are never categories', () => {
    const few = [1, 2, 1, 2];
    expect(scaleOf(numberColumn('depth', few), {})).toBe('category');
    expect(scaleOf(numberColumn('loss', few, 'metric'), {})).toBe('linear');
    expect(scaleOf(numberColumn('loss', few, 'metric'), { loss: 'category' })).toBe('category');
  });
  it('go as a person put them', () => {
    expect(
      ids(
        shownColumns(columns, {
          ...DEFAULTS,
          pinned: ['lr'],
          order: ['start_time', 'fid'],
          hidden: ['name'],
        }),
      ),
    ).toEqual(['lr', 'start_time', 'fid', 'loss']);
  });
  it('become axes where they differ, the main metric last', () => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    expect(ids(axisColumns(columns, DEFAULTS, byId))).toEqual(['lr', 'fid', 'loss']);
    expect(ids(axisColumns(columns, { ...DEFAULTS, axes: ['fid', 'gone', 'lr'] }, byId))).toEqual([
      'fid',
      'lr',
    ]);
  });
  it('move before one another', () => {
    expect(movedBefore(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(movedBefore(['a', 'b', 'c'], 'a', null)).toEqual(['b', 'c', 'a']);
    expect(movedBefore(['a', 'b'], 'a', 'x')).toEqual(['a', 'b']);
  });
  it('take the place of the one they are dropped on, and are pinned or not as that is', () => {
    const all = ['p', 'q', 'a', 'b'];
    expect(dropped(all, ['p', 'q'], 'b', 'a')).toEqual({ order: ['b', 'a'], pinned: ['p', 'q'] });
    expect(dropped(all, ['p', 'q'], 'q', 'p')).toEqual({ order: ['a', 'b'], pinned: ['q', 'p'] });
    expect(dropped(all, ['p', 'q'], 'b', 'q')).toEqual({ order: ['a'], pinned: ['p', 'b', 'q'] });
    expect(dropped(all, ['p', 'q'], 'p', 'b')).toEqual({ order: ['a', 'p', 'b'], pinned: ['q'] });
  });
  it('move by places and stop at the ends', () => {
    expect(movedBy(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(movedBy(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(movedBy(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
    expect(movedBy(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  });
  it('become axes before the metrics, and metrics after all', () => {
    const [lr, same, loss, fid] = columns as [
      (typeof columns)[0],
      (typeof columns)[0],
      (typeof columns)[0],
      (typeof columns)[0],
    ];
    expect(withAxis([lr, loss], same)).toEqual(['lr', 'same', 'loss']);
    expect(withAxis([lr, loss], fid)).toEqual(['lr', 'loss', 'fid']);
    expect(withAxis([], lr)).toEqual(['lr']);
  });
});
