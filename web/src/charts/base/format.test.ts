import { expect, it } from 'vitest';
import {
  formatBytes,
  formatClock,
  formatCount,
  formatDate,
  formatDelta,
  formatDuration,
  formatPercent,
  formatShort,
  formatTicks,
  formatValue,
} from './format.ts';

it.each([
  [0, '0'],
  [0.14123, '0.1412'],
  [-0.5, '−0.5000'],
  [12.3456, '12.346'],
  [150, '150'],
  [1234.56, '1234.6'],
  [0.0001, '1e-4'],
  [2.5e9, '2.5e9'],
  [NaN, 'NaN'],
  [Infinity, '∞'],
  [-Infinity, '−∞'],
])('value %f is %s', (value, text) => {
  expect(formatValue(value)).toBe(text);
});

it('counts', () => {
  expect(formatCount(61204)).toBe('61,204');
  expect(formatShort(61204)).toBe('61.2k');
  expect(formatShort(1500000)).toBe('1.5M');
  expect(formatShort(200000)).toBe('200k');
  expect(formatShort(-5)).toBe('−5');
  expect(formatBytes(1536)).toBe('1.5 KiB');
});

it('ticks get the digits that their distance asks for', () => {
  expect([4e6, 0.5, 0.6936].map((tick) => formatTicks([tick])[0])).toEqual(['4M', '0.5', '0.6936']);
  expect(formatTicks([0.12, 0.14, 0.16])).toEqual(['0.12', '0.14', '0.16']);
  expect(formatTicks([0, 0.05, 0.1])).toEqual(['0.00', '0.05', '0.10']);
  expect(formatTicks([0, 10000, 20000])).toEqual(['0', '10k', '20k']);
  expect(formatTicks([1000, 1002])).toEqual(['1000', '1002']);
  expect(formatTicks([0, 1e-4, 2e-4])).toEqual(['0', '1e-4', '2e-4']);
  expect(formatTicks([0, 2.5e-5, 5e-5])).toEqual(['0', '2.5e-5', '5e-5']);
});

it('differences and times', () => {
  expect(formatDelta(-0.0138)).toBe('−0.0138');
  expect([2, 0, NaN, Infinity].map(formatDelta)).toEqual(['+2.0000', '0', 'NaN', '+∞']);
  expect(formatPercent(0.1234)).toBe('+12.3 %');
  expect(formatDuration(8040)).toBe('2 h 14 min');
  expect(formatDuration(75)).toBe('1 min 15 s');
  expect(formatDuration(3.25)).toBe('3.3 s');
  expect([0, 7e-5, 0.0007].map(formatDuration)).toEqual(['0 ms', '70 µs', '1 ms']);
});

it('writes counts in full, by thousands', () => {
  expect([0, 999, 1000, 61204, -1234567, 1234.5, 0.0004, 1e15].map(formatCount)).toEqual([
    '0',
    '999',
    '1,000',
    '61,204',
    '−1,234,567',
    '1,234.5',
    '0',
    '1,000,000,000,000,000',
  ]);
  expect([NaN, Infinity].map(formatCount)).toEqual(['NaN', '∞']);
});

it('writes times of this place', () => {
  const wall_s = new Date(2026, 10, 6, 3, 5, 9).getTime() / 1000;
  expect([formatClock(wall_s), formatDate(wall_s)]).toEqual(['03:05:09', '6 Nov, 03:05']);
});
