import { describe, expect, it } from 'vitest';
import { filterText, passing, withFilter } from './filters.ts';
import { numberColumn, textColumn } from './testing/columns.ts';

const columns = new Map(
  [numberColumn('lr', [1, 5, NaN, null, 9]), textColumn('opt', ['sgd', 'adam', null, 'sgd', 'lion'])].map(
    (column) => [column.id, column],
  ),
);

describe('filters', () => {
  it('lets any of several ranges pass, never what is missing', () => {
    expect([
      ...passing(5, columns, {
        lr: [
          [0, 2],
          [8, 10],
        ],
      }),
    ]).toEqual([1, 0, 0, 0, 1]);
  });
  it('lets chosen words pass', () => {
    expect([...passing(5, columns, { opt: ['sgd', 'lion'] })]).toEqual([1, 0, 0, 1, 1]);
  });
  it('wants all filters to pass and passes over unknown columns', () => {
    expect([...passing(5, columns, { lr: [[0, 6]], opt: ['sgd'], gone: [[0, 0]] })]).toEqual([1, 0, 0, 0, 0]);
  });
  it('goes when it is empty', () => {
    expect(withFilter({ lr: [[0, 1]], opt: ['sgd'] }, 'lr', [])).toEqual({ opt: ['sgd'] });
    expect(withFilter({}, 'lr', [[2, 3]])).toEqual({ lr: [[2, 3]] });
  });
  it('is described in words', () => {
    expect(
      filterText(
        [
          [1, 2],
          [5, Infinity],
          [-Infinity, 0],
        ],
        String,
      ),
    ).toBe('1 … 2 or ≥ 5 or ≤ 0');
    expect(filterText(['adam', 'sgd'], String)).toBe('adam, sgd');
  });
});
