import { expect, it } from 'vitest';
import { curveRows, plainTag, pointsOf, rowAtThreshold, thresholdSpan, type Curve } from './curves.ts';

const of = (...values: number[]): Float64Array => Float64Array.from(values);
const CURVE: Curve = {
  run: 1,
  tag: 'a,b',
  step: 5,
  total: 3,
  n_bad: 0,
  area: { pr: 0.5, roc: null },
  error: null,
  threshold: of(0, 0.5, 1),
  tp: of(4, 3, 0),
  fp: of(4, 1, 0),
  tn: of(0, 3, 4),
  fn: of(0, 1, 4),
  precision: of(0.5, 0.75, NaN),
  recall: of(1, 0.75, 0),
  fpr: of(1, 0.25, 0),
  tpr: of(1, 0.75, 0),
};

it('draws a PR curve from its highest threshold, undefined points left out', () => {
  expect(pointsOf(CURVE, 'pr')).toEqual({ x: of(0.75, 1), y: of(0.75, 0.5), row: Int32Array.of(1, 0) });
});

it('draws a ROC curve from corner to corner', () => {
  expect([...pointsOf(CURVE, 'roc').x]).toEqual([0, 0, 0.25, 1, 1]);
  expect([...pointsOf(CURVE, 'roc').row]).toEqual([-1, 2, 1, 0, -1]);
});

it('leaves a single point a point', () => {
  const one = { ...CURVE, fpr: of(0.25), tpr: of(0.75), threshold: of(0.5) };
  expect([...pointsOf(one, 'roc').x]).toEqual([0.25]);
});

it('finds the nearest threshold', () => {
  expect(rowAtThreshold(CURVE, 0.6)).toBe(1);
  expect(rowAtThreshold(CURVE, 99)).toBe(2);
  expect(rowAtThreshold({ threshold: of(-3, 4, Infinity) }, 3)).toBe(1);
  expect(rowAtThreshold({ threshold: of() }, 0.5)).toBe(-1);
});

it('spans 0 to 1 and what lies beyond', () => {
  expect(thresholdSpan([])).toEqual([0, 1]);
  expect(thresholdSpan([{ threshold: of(-3, 4, Infinity) }, CURVE])).toEqual([-3, 4]);
});

it('takes off the ending of TensorFlow', () => {
  expect([plainTag('pr/cat/pr_curves'), plainTag('val/cat'), plainTag('/pr_curves')]).toEqual([
    'pr/cat',
    'val/cat',
    '/pr_curves',
  ]);
});

it('writes CSV with what needs quotes quoted', () => {
  expect([...curveRows([CURVE], () => 'run "x"')][0]).toEqual([
    'run "x"',
    'a,b',
    5,
    0,
    4,
    4,
    0,
    0,
    0.5,
    1,
    1,
    1,
  ]);
});
