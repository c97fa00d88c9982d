import { expect, it } from 'vitest';
import { formatSpan, inUnit, unitFor } from './spans.ts';

it('writes spans in the unit that suits them', () => {
  expect([0, 12, 1500, 142_300_000, 43.4e9].map(formatSpan)).toEqual([
    '0 ns',
    '12 ns',
    '1.50 µs',
    '142.3 ms',
    '43.40 s',
  ]);
});

it('keeps one unit in a column, and tells little from nothing', () => {
  const unit = unitFor(28.9e6);
  expect(unit.name).toBe('ms');
  expect([0, 900, 28.9e6, 5_993_390_000].map((span) => inUnit(span, unit))).toEqual([
    '0',
    '<0.01',
    '28.90',
    '5,993.39',
  ]);
  expect([9000, 43e9].map((span) => unitFor(span).name)).toEqual(['µs', 's']);
});
