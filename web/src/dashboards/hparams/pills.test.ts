import { describe, expect, it } from 'vitest';
import { numbersOf } from '../../kinds/hparams/sample.ts';
import { pillShares } from './pills.ts';

const rows = Uint32Array.of(0, 1, 2, 3);

describe('colour scales', () => {
  it('fill the best the most, at most 42 percent', () => {
    const column = numbersOf('loss', [1, 2, 3, NaN]);
    expect([0, 1, 2, 3].map(pillShares(column, rows, 'lower'))).toEqual([42, 6, 6, null]);
    expect([0, 1, 2, 3].map(pillShares(column, rows, 'higher'))).toEqual([6, 6, 42, null]);
  });
  it('say little where all are one', () => {
    expect(pillShares(numbersOf('x', [5, 5, 5, null]), rows)(0)).toBe(24);
  });
});
