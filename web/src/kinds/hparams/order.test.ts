import { describe, expect, it } from 'vitest';
import { nameRanks, nextSort, orderRows } from './order.ts';
import { numberColumn, textColumn } from './testing/columns.ts';

const rows = Uint32Array.from([0, 1, 2, 3, 4]);
const lr = numberColumn('lr', [3, null, 1, NaN, 1]);
const opt = textColumn('opt', ['a', 'b', 'a', 'b', 'b']);

describe('the order of rows', () => {
  it('puts missing values and NaN last, up and down', () => {
    expect([...orderRows(rows, [{ numbers: lr.numbers, descending: false }])]).toEqual([2, 4, 0, 1, 3]);
    expect([...orderRows(rows, [{ numbers: lr.numbers, descending: true }])]).toEqual([0, 2, 4, 1, 3]);
  });
  it('goes by several columns', () => {
    const keys = [
      { numbers: opt.numbers, descending: true },
      { numbers: lr.numbers, descending: false },
    ];
    expect([...orderRows(rows, keys)]).toEqual([4, 1, 3, 2, 0]);
  });
  it('goes by names as people list them', () => {
    expect([...nameRanks(['run-10', 'run-9', 'a'])]).toEqual([2, 1, 0]);
  });
  it('turns by clicks: up, down, none; beside others with shift', () => {
    const up = nextSort([], 'lr', false);
    expect(up).toEqual([{ id: 'lr', descending: false }]);
    const down = nextSort(up, 'lr', false);
    expect(down).toEqual([{ id: 'lr', descending: true }]);
    expect(nextSort(down, 'lr', false)).toEqual([]);
    expect(nextSort(down, 'opt', false)).toEqual([{ id: 'opt', descending: false }]);
    expect(nextSort(down, 'opt', true)).toEqual([...down, { id: 'opt', descending: false }]);
    expect(nextSort(nextSort(down, 'opt', true), 'lr', true)).toEqual([{ id: 'opt', descending: false }]);
  });
});
