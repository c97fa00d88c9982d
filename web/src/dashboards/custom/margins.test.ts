import { expect, it } from 'vitest';
import type { Line } from '../../data/frames.ts';
import { along, marginLines } from './margins.ts';

const line = (run: number, tag: string, x: number[], values: number[]): Line => ({
  run,
  tag,
  steps: Float64Array.from(x),
  walls: Float64Array.from(x),
  x: Float64Array.from(x),
  values: Float64Array.from(values),
  smoothed: null,
  total: x.length,
  nan: 0,
  inf: 0,
});

it('brings values to other places', () => {
  expect([...along(line(1, 't', [0, 10, 20], [0, 100, 0]), Float64Array.of(-5, 0, 5, 15, 25))]).toEqual([
    0, 0, 50, 50, 0,
  ]);
  expect([...along(line(1, 't', [], []), Float64Array.of(1))]).toEqual([NaN]);
});

it('makes a line within a band per run, and a line alone where the band is missing', () => {
  const lines = [
    line(1, 'mean', [0, 1], [5, 6]),
    line(1, 'min', [0, 1], [4, 5]),
    line(1, 'max', [0, 1], [6, 7]),
    line(2, 'mean', [0], [1]),
  ];
  const made = marginLines([{ value: 'mean', lower: 'min', upper: 'max' }], lines, (run) => ({
    label: `run ${String(run)}`,
    spare: { prefix: '', suffix: '' },
    color: '#000',
    live: false,
  }));
  expect(
    made.map((one) => [one.label, one.band && [...one.band.low], one.band && [...one.band.high]]),
  ).toEqual([
    ['run 1', [4, 5], [6, 7]],
    ['run 2', null, null],
  ]);
});

it('draws smoothed values over the logged ones, the band smoothed alike', () => {
  const smooth = (tag: string, values: number[], smoothed: number[]): Line => ({
    ...line(1, tag, [0, 1], values),
    smoothed: Float64Array.from(smoothed),
  });
  const [made] = marginLines(
    [{ value: 'mean', lower: 'min', upper: 'max' }],
    [smooth('mean', [5, 7], [5, 6]), smooth('min', [4, 6], [4, 5]), smooth('max', [6, 8], [6, 7])],
    () => ({ label: 'r', spare: { prefix: '', suffix: '' }, color: '#000', live: false }),
  );
  expect(
    [made?.y, made?.raw, made?.band?.low, made?.band?.high].map((column) => [...(column ?? [])]),
  ).toEqual([
    [5, 6],
    [5, 7],
    [4, 5],
    [6, 7],
  ]);
});
