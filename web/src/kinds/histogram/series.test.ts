import { expect, it } from 'vitest';
import {
  depthsOf,
  faultText,
  hasValues,
  ownRange,
  spanOf,
  strayValues,
  type HistogramSeries,
} from './series.ts';

const column = (...numbers: number[]): Float64Array => Float64Array.from(numbers);
const SERIES: HistogramSeries = {
  run: 1,
  tag: 'w',
  total: 9,
  start: 100,
  faults: [],
  range: null,
  steps: column(0, 10),
  walls: column(105, 130),
  number: column(5, 9),
  nan: column(0, 412),
  inf: column(0, 0),
  uncounted: column(0, 2),
  mean: column(0, 0),
  std: column(1, 1),
  percentiles: [column(-1, -3), column(0, 0), column(2, 1)],
  buckets: [],
};

it('places histograms by step, by time and by time since the first', () => {
  expect([...depthsOf(SERIES, 'step')]).toEqual([0, 10]);
  expect([...depthsOf(SERIES, 'wall')]).toEqual([105, 130]);
  expect([...depthsOf(SERIES, 'relative')]).toEqual([5, 30]);
});

it('knows the range of one and of several', () => {
  expect(ownRange(SERIES)).toEqual([-3, 2]);
  expect(spanOf([SERIES, { ...SERIES, percentiles: [column(-9), column(7)] }])).toEqual([-9, 7]);
  expect(spanOf([{ ...SERIES, percentiles: [column(NaN), column(NaN)] }])).toBeNull();
});

it('counts what is in no bucket and says from where on', () => {
  expect(strayValues(SERIES)).toBe('412 NaN, 2 in no bucket from step 10');
  expect(strayValues({ ...SERIES, nan: column(0, 0), uncounted: column(0, 0) })).toBe('');
});

it('says what is wrong and how often', () => {
  expect(faultText([])).toBe('');
  expect(faultText([{ text: 'no bucket has a value', n: 1 }])).toBe('1 bad histogram: no bucket has a value');
  expect(
    faultText([
      { text: 'a', n: 2 },
      { text: 'b', n: 3 },
    ]),
  ).toBe('5 bad histograms: a');
});

it('hasValues is false for histograms whose buckets are all empty and whose percentiles are NaN', () => {
  const none = { ...SERIES, percentiles: SERIES.percentiles.map((one) => one.map(() => NaN)) };
  const empty = SERIES.buckets.map((one) => ({ ...one, counts: one.counts.map(() => 0) }));
  expect(hasValues(SERIES)).toBe(true);
  expect(hasValues({ ...none, buckets: empty })).toBe(false);
});
