import { expect, it } from 'vitest';
import { bucketRows, percentileRows, windows, PERCENTILE_COLUMNS } from './export.ts';
import type { HistogramSeries } from './series.ts';

const column = (...values: number[]): Float64Array => Float64Array.from(values);
const SERIES: HistogramSeries = {
  run: 3,
  tag: 'w',
  total: 2,
  start: 10,
  faults: [],
  range: null,
  steps: column(1, 2),
  walls: column(10, 11),
  number: column(3, 4),
  nan: column(0, 1),
  inf: column(0, 0),
  uncounted: column(0, 0),
  mean: column(0.5, 0.6),
  std: column(1, 2),
  percentiles: Array.from({ length: 9 }, (_, i) => column(i, 10 + i)),
  buckets: [
    { lefts: column(0, 1), rights: column(1, 2), counts: column(1, 2) },
    { lefts: column(0), rights: column(4), counts: column(4) },
  ],
};

it('has a row for every bucket of every step', () => {
  expect([...bucketRows([SERIES], (run) => `run ${String(run)}`)]).toEqual([
    ['run 3', 'w', 1, 10, 0, 1, 1],
    ['run 3', 'w', 1, 10, 1, 2, 2],
    ['run 3', 'w', 2, 11, 0, 4, 4],
  ]);
});

it('has a named column for every percentile', () => {
  const [first] = [...percentileRows([SERIES], () => 'r')];
  expect(first).toHaveLength(PERCENTILE_COLUMNS.length);
  expect(PERCENTILE_COLUMNS.slice(4, 9)).toEqual(['p0', 'p6.68', 'p15.87', 'p30.85', 'p50']);
});

it('asks in windows that tear no step apart', () => {
  expect(windows(column(1, 2, 3, 4, 5), 2)).toEqual([
    [1, 2],
    [3, 4],
    [5, 5],
  ]);
  expect(windows(column(1, 2, 2, 2, 3), 2)).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
});
