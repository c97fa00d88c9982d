import { describe, expect, it } from 'vitest';
import { numberColumn } from '../../../kinds/hparams/testing/columns.ts';
import { bestRow, pillShares } from './pills.ts';

const rows = Uint32Array.of(0, 1, 2, 3);

describe('color scales', () => {
  it('fill the best the most, at most 42 percent', () => {
    const column = numberColumn('loss', [1, 2, 3, NaN]);
    expect([0, 1, 2, 3].map(pillShares(column, 'lower'))).toEqual([42, 6, 6, null]);
    expect([0, 1, 2, 3].map(pillShares(column, 'higher'))).toEqual([6, 6, 42, null]);
  });
  it('say little where all are one', () => {
    expect(pillShares(numberColumn('x', [5, 5, 5, null]))(0)).toBe(24);
  });
});

describe('the best row', () => {
  it('has the lowest or the highest number, whatever is NaN', () => {
    const column = numberColumn('loss', [2, NaN, 1, 3]);
    expect([bestRow(column, rows, 'lower'), bestRow(column, rows, 'higher')]).toEqual([2, 3]);
    expect(bestRow(numberColumn('loss', [NaN, null, NaN, null]), rows, 'lower')).toBe(null);
  });
});
