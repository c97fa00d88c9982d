import { describe, expect, it } from 'vitest';
import { inTableOrder, markedRows, markRows } from './marking.ts';

// Three rows in the order 2, 0, 1; each has a run of its number and one of ten times that.
const sweep = {
  rows: Uint32Array.of(2, 0, 1),
  runsOf: (row: number) => (row < 0 ? [] : [row + 1, (row + 1) * 10]),
};
const click = (
  marked: number[],
  index: number,
  how: { range?: boolean; more?: boolean; anchor?: number } = {},
): number[] =>
  [...markRows(sweep, new Set(marked), { index, anchor: 0, range: false, more: false, ...how })].sort(
    (a, b) => a - b,
  );

describe('marking rows', () => {
  it('marks all runs of a row, and lets go when clicked again', () => {
    expect(click([7], 0)).toEqual([3, 30]);
    expect(click([3, 30], 0)).toEqual([]);
  });
  it('adds and takes out with Ctrl', () => {
    expect(click([3, 30], 1, { more: true })).toEqual([1, 3, 10, 30]);
    expect(click([1, 3, 10, 30], 1, { more: true })).toEqual([3, 30]);
  });
  it('marks a range with Shift', () => {
    expect(click([3, 30], 2, { range: true })).toEqual([1, 2, 3, 10, 20, 30]);
  });
  it('orders rows as the table does', () => {
    expect(inTableOrder([0, 1, 2, 3], Uint32Array.of(2, 0, 1))).toEqual([2, 0, 1, 3]);
  });
  it('finds the rows that are marked', () => {
    expect(markedRows({ run: Float64Array.of(7, 8, 9) }, new Set([9, 7, 1]))).toEqual([0, 2]);
    expect(markedRows({ run: Float64Array.of(7) }, new Set())).toEqual([]);
  });
});
