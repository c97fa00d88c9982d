import { expect, it } from 'vitest';
import { cellText, columnWidths, nextOrder, orderOf, orderText, type Cell } from './rows.ts';

const text = (cell: Cell, type: string): string => cellText(cell, { name: 'c', type });

it('writes cells by the type of their column', () => {
  expect([text(0.12345678, 'float'), text(3, 'float'), text(-2.5e-7, 'float'), text(1e20, 'float')]).toEqual([
    '0.123457',
    '3.0',
    '−2.5e−7',
    '1e20',
  ]);
  expect([text(12345678, 'int'), text('1152921504606846976', 'int')]).toEqual([
    '12345678',
    '1152921504606846976',
  ]);
  expect([text('NaN', 'float'), text('-Infinity', 'float'), text(null, 'float'), text(true, 'bool')]).toEqual(
    ['NaN', '−∞', '', 'true'],
  );
});

it('makes columns as wide as what is in them, within bounds', () => {
  const columns = [
    { name: 'n', type: 'int' },
    { name: 'text', type: 'string' },
    { name: 'a longer name', type: 'int' },
  ];
  const [n, words, named] = columnWidths({ columns, rows: [[1, 'x'.repeat(500), 2]] });
  expect([n, words]).toEqual([56, 340]);
  expect(named).toBeGreaterThan(90);
});

it('sorts rising, then falling, then not, and keeps that in a link', () => {
  const first = nextOrder(null, 'f1');
  const second = nextOrder(first, 'f1');
  expect([first?.descending, second?.descending, nextOrder(second, 'f1')]).toEqual([false, true, null]);
  expect(nextOrder(second, 'n')).toEqual({ column: 'n', descending: false });
  expect(orderOf(orderText(second))).toEqual(second);
  expect([orderText(null), orderOf(undefined)]).toEqual([undefined, null]);
});
