import { expect, it } from 'vitest';
import { freeLabels, labelStretch, rulerRange, wholeTicks } from './ruler_scale.ts';

it('leaves one run at step 1e12 out of the range of all others', () => {
  expect(rulerRange([900, 1000, 950, 1e12])).toEqual({ end: 1000, beyond: [1e12] });
});

it('keeps a long training beside short ones and try-outs', () => {
  expect(rulerRange([5, 5, 100_000]).end).toBe(100_000);
  expect(rulerRange([1000, 20_000, 100_000]).end).toBe(100_000);
  expect(rulerRange([1000, 1e12]).end).toBe(1e12);
  expect(rulerRange([])).toEqual({ end: 0, beyond: [] });
});

it('has whole ticks only', () => {
  expect(wholeTicks(3, 8)).toEqual([0, 1, 2, 3]);
  expect(wholeTicks(1, 8)).toEqual([0, 1]);
  expect(wholeTicks(0, 8)).toEqual([]);
  expect(wholeTicks(1000, 5)).toEqual([0, 200, 400, 600, 800, 1000]);
});

it('drops labels under a flag', () => {
  const labels = [
    { text: '0', left_px: 0 },
    { text: '10k', left_px: 100 },
    { text: '20k', left_px: 200 },
  ];
  expect(freeLabels(labels, [labelStretch('10,500', 105)])).toEqual([true, false, true]);
});
