import { expect, it } from 'vitest';
import { eachByItself, logTicks, symlogTicks } from './ticks.ts';

it('puts log ticks at powers of ten, and between where they are few', () => {
  expect(logTicks([0.0978, 0.98], 5)).toEqual([0.1, 0.2, 0.5]);
  expect(logTicks([1e-6, 1e3], 5)).toEqual([1e-6, 1e-4, 1e-2, 1, 100]);
  expect(logTicks([3.1, 3.2], 5)).toEqual([3.1, 3.2]);
  expect(logTicks([0, 5], 5)).toEqual([]);
});

it('ends for any range', () => {
  for (const low of [1e-300, 5e-324, 1e-7, 0.11, 38])
    expect(logTicks([low, low * 1e9], 5).length).toBeLessThan(30);
});

it('puts symlog ticks on both sides of zero', () => {
  expect(symlogTicks([-150, 2000], 8)).toEqual([-100, -10, -1, 0, 1, 10, 100, 1000]);
  expect(symlogTicks([0, 0.5], 8)).toEqual([0, 0.5]);
});

it('names each tick by itself', () => {
  expect(eachByItself([-100, 0, 0.001, 0.0001, 20000])).toEqual(['−100', '0', '0.001', '1e-4', '20k']);
});
