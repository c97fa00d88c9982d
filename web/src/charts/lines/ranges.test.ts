import { expect, it } from 'vitest';
import type { ChartLine } from './lines.ts';
import type { ChartOptions } from './options.ts';
import { chartRanges } from './ranges.ts';

const line = (y: number[], more: Partial<ChartLine> = {}): ChartLine => ({
  key: 'a',
  label: 'a',
  color: '#000',
  dash: [],
  x: Float64Array.from(y, (_, i) => i),
  y: Float64Array.from(y),
  raw: null,
  band: null,
  live: false,
  baseline: false,
  ...more,
});
const OPTIONS: ChartOptions = {
  xKind: 'step',
  xScale: 'linear',
  yScale: 'linear',
  range: null,
  yRange: null,
  ignoreOutliers: false,
  showRaw: false,
  endLabels: false,
};

it('measures left and right lines by axes of their own', () => {
  const found = chartRanges([line([0, 10]), line([1000, 2000], { right: true })], OPTIONS);
  expect(found).toEqual({ x: [0, 1], left: [0, 10.5], right: [950, 2050] });
  expect(chartRanges([line([0, 10])], OPTIONS).right).toBeNull();
});

it('takes a fixed range for the left axis, where the scale can have it', () => {
  expect(chartRanges([line([1, 2])], { ...OPTIONS, yRange: [0, 5] }).left).toEqual([0, 5]);
  expect(
    chartRanges([line([1, 10])], { ...OPTIONS, yScale: 'log', yRange: [-1, 5] }).left[0],
  ).toBeGreaterThan(0);
});

it('makes room for thresholds', () => {
  expect(chartRanges([line([10, 20])], { ...OPTIONS, thresholds: [{ y: 40, text: 'target' }] }).left).toEqual(
    [8.5, 41.5],
  );
});

it('gives empty charts and single points some size', () => {
  expect(chartRanges([], OPTIONS)).toEqual({ x: [0, 1], left: [0, 1], right: null });
  expect(chartRanges([line([5])], OPTIONS).x).toEqual([-1, 1]);
});

it('begins a logarithmic x axis at the first step above zero', () => {
  expect(chartRanges([line([1, 1, 1])], { ...OPTIONS, xScale: 'log' }).x).toEqual([1, 2]);
});
