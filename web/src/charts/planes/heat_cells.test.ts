import { expect, it } from 'vitest';
import { brief, CellMap, ends } from './heat_cells.ts';

const cells = (nRows: number, nColumns: number, ...values: number[]) => ({
  nRows,
  nColumns,
  values: Float64Array.from(values),
  size: [nRows, nColumns] as const,
});

it('finds the ends of what is finite', () => {
  expect(ends(Float64Array.of(3, NaN, -2))).toEqual([-2, 3]);
  expect(ends(Float64Array.of(NaN))).toEqual([Infinity, -Infinity]);
});

it('says numbers shortly', () => {
  expect([0, 1, 0.12345, -2.416, 1.38e-7, 123456, NaN].map(brief)).toEqual([
    '0',
    '1',
    '0.123',
    '−2.42',
    '1.4e−7',
    '1.2e5',
    'NaN',
  ]);
});

it('knows the cell under the pointer and none beside', () => {
  const map = new CellMap(cells(2, 3, 1, 2, 3, 4, 5, 6), 386, 224);
  const { left, top, right, bottom } = map.box;
  expect(map.at(left + 1, top + 1)).toEqual({ row: 0, column: 0 });
  expect(map.at(right - 1, bottom - 1)).toEqual({ row: 1, column: 2 });
  expect(map.at(left - 1, top)).toBeNull();
});

it('has a middle where values lie on both sides of zero', () => {
  expect(new CellMap(cells(1, 2, -1, 2), 200, 100).diverging).toBe(true);
  expect(new CellMap(cells(1, 2, 0, 2), 200, 100).diverging).toBe(false);
});
