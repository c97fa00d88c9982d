import { describe, expect, it } from 'vitest';
import { allDigits, cellText, cellTitle, cellValue, formatSetting, isNaNCell } from './cells.ts';
import { numberColumn, textColumn } from './testing/columns.ts';

describe('cells', () => {
  it('tells NaN from nothing', () => {
    const column = numberColumn('x', [NaN, null, 2], 'metric');
    expect([0, 1, 2].map((row) => cellText(column, row))).toEqual(['NaN', '', '2.0000']);
    expect([0, 1, 2].map((row) => isNaNCell(column, row))).toEqual([true, false, false]);
    expect(cellValue(column, 1)).toBe(null);
  });
  it('keeps the digits that a person chose', () => {
    expect([0.1 + 0.2, 1e-4, 3e-5, 12, 1024, -0.5, 1.5e9, 0].map(formatSetting)).toEqual([
      '0.3',
      '1e-4',
      '3e-5',
      '12',
      '1024',
      '−0.5',
      '1.5e9',
      '0',
    ]);
  });
  it('shortens what was drawn by chance, and has all of it in full', () => {
    expect([0.251430443725, 8.34964484691e-5, -12345.678901, 123456789].map(formatSetting)).toEqual([
      '0.25143',
      '8.3496e-5',
      '−12346',
      '1.23456789e8',
    ]);
    expect(cellTitle(numberColumn('x', [0.251430443725, null]), 0)).toBe('0.251430443725');
    expect(cellTitle(numberColumn('x', [0.1, null]), 1)).toBe('');
  });
  it('says words as they are', () => {
    expect(cellText(textColumn('opt', ['adam', null]), 0)).toBe('adam');
  });
  it('says how long a trial took', () => {
    expect(cellText({ ...numberColumn('duration', [7500]), role: 'fact' }, 0)).toBe('2 h 5 min');
  });
  it('have the digits that were logged', () => {
    expect(
      [Math.fround(0.3), Math.fround(0.123456789), 0.1 + 0.2, 12, NaN, -Infinity].map(allDigits),
    ).toEqual(['0.3', '0.12345679', '0.30000000000000004', '12', 'NaN', '-Infinity']);
  });
});
