import { expect, it } from 'vitest';
import type { Curve } from '../../data/curves.ts';
import { bestRows, notesOf, rowsAt, stepText } from './rows.ts';

const of = (...values: number[]): Float64Array => Float64Array.from(values);
function curve(run: number, area: number | null, more: Partial<Curve> = {}): Curve {
  return {
    run,
    tag: 't',
    step: 10,
    total: 2,
    n_bad: 0,
    area: { pr: area, roc: area === null ? null : 1 - area },
    error: null,
    threshold: of(0, 1),
    tp: of(4, 1),
    fp: of(3, 0),
    tn: of(0, 3),
    fn: of(0, 3),
    precision: of(0.57, 1),
    recall: of(1, 0.25),
    fpr: of(1, 0),
    tpr: of(1, 0.25),
    ...more,
  };
}

it('sorts by area, best first, unknown last', () => {
  const curves = [curve(1, null), curve(2, 0.4), curve(3, 0.9)];
  expect(rowsAt(curves, 0.9, 'pr').map((row) => row.curve.run)).toEqual([3, 2, 1]);
  expect(rowsAt(curves, 0.9, 'roc').map((row) => row.curve.run)).toEqual([2, 3, 1]);
});

it('keeps the row under the pointer among the best', () => {
  const rows = rowsAt([curve(1, 0.1), curve(2, 0.4), curve(3, 0.9)], 0.9, 'pr');
  expect(bestRows(rows, 2, '1 t').map((row) => row.curve.run)).toEqual([3, 1]);
  expect(bestRows(rows, 2, '2 t').map((row) => row.curve.run)).toEqual([3, 2]);
  expect(bestRows(rows, 9, null)).toHaveLength(3);
});

it('reads counts and rates at the nearest threshold', () => {
  const [row] = rowsAt([curve(1, 0.5)], 0.9, 'pr');
  expect([row?.counts, row?.rates]).toEqual([
    [1, 0, 3, 3],
    [1, 0.25],
  ]);
  expect(rowsAt([curve(1, 0.5)], 0.1, 'roc')[0]?.rates).toEqual([1, 1]);
});

it('names the step, or the span of steps', () => {
  expect(stepText([])).toBe('');
  expect(stepText([{ step: 1200 }, { step: 1200 }])).toBe('step 1,200');
  expect(stepText([{ step: 30 }, { step: 10 }])).toBe('steps 10–30');
});

it('says what is wrong', () => {
  const label = (one: Curve): string => `run ${String(one.run)}`;
  expect(notesOf([curve(1, 1)], 0, label)).toEqual([]);
  expect(
    notesOf(
      [curve(1, null, { total: 1 }), curve(2, 1, { n_bad: 1 }), curve(3, null, { error: 'gone' })],
      7,
      label,
    ),
  ).toEqual([
    'run 1 has one threshold: a point without an area',
    'run 2: 1 of 2 thresholds have a count that is negative or no number; they are not drawn',
    'run 3: gone',
    '7 more curves are not shown: choose fewer runs',
  ]);
});
