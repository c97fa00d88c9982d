import { expect, it } from 'vitest';
import {
  accuracy,
  cellRows,
  difference,
  matrixNotes,
  normalized,
  valueText,
  type Matrix,
} from './matrices.ts';

function matrix(counts: number[], more: Partial<Matrix> = {}): Matrix {
  return {
    run: 1,
    step: 0,
    names: ['a', 'b'],
    n_others: 0,
    n_classes: 2,
    n_bad: 0,
    total: 10,
    correct: 8,
    error: null,
    counts: Float64Array.from(counts),
    ...more,
  };
}

it('shares by true class, by predicted class and of all', () => {
  const one = matrix([6, 2, 0, 2]);
  expect([...normalized(one, 'counts')]).toEqual([6, 2, 0, 2]);
  expect([...normalized(one, 'true')]).toEqual([0.75, 0.25, 0, 1]);
  expect([...normalized(one, 'predicted')]).toEqual([1, 0.5, 0, 0.5]);
  expect([...normalized(one, 'all')]).toEqual([0.6, 0.2, 0, 0.2]);
});

it('leaves empty what has nothing to share or is no number', () => {
  expect([...normalized(matrix([0, 0, 1, 3]), 'true')]).toEqual([NaN, NaN, 0.25, 0.75]);
  expect([...normalized(matrix([4, NaN, 1, 3]), 'true')]).toEqual([1, NaN, 0.25, 0.75]);
});

it('takes the difference of two runs of the same classes', () => {
  expect([...(difference(matrix([5, 1, 0, 4]), matrix([6, 2, 0, 2]), 'counts') ?? [])]).toEqual([
    -1, -1, 0, 2,
  ]);
  expect(difference(matrix([5, 1, 0, 4]), matrix([6, 2, 0, 2], { names: ['a', 'c'] }), 'counts')).toBeNull();
});

it('writes counts short and shares in per cent', () => {
  expect([
    valueText(12_345, 'counts', false),
    valueText(42, 'counts', false),
    valueText(NaN, 'true', false),
  ]).toEqual(['12.3k', '42', '—']);
  expect([
    valueText(0.123, 'true', false),
    valueText(0.0123, 'true', false),
    valueText(1, 'true', false),
  ]).toEqual(['12', '1.2', '100']);
  expect([valueText(-3, 'counts', true), valueText(0.05, 'all', true), valueText(0, 'all', true)]).toEqual([
    '−3',
    '+5.0',
    '0',
  ]);
});

it('says what is left out', () => {
  expect(matrixNotes(matrix([1, 2, 3, 4]), 'r')).toEqual([]);
  expect(matrixNotes(matrix([], { error: 'no matrix' }), 'r')).toEqual(['r: no matrix']);
  expect(matrixNotes(matrix([1, 2, 3, 4], { n_bad: 2, n_others: 999, n_classes: 1000 }), 'r')).toEqual([
    'r: 2 counts are negative or no number; they are left empty',
    'r: the 1 most mistaken of 1,000 classes; the others are summed up',
  ]);
  expect(accuracy(matrix([]))).toBe(0.8);
});

it('writes a line for each cell', () => {
  expect([...cellRows([matrix([1, 2, 3, 4], { names: ['a', 'b,c'] })], () => 'r')]).toEqual([
    ['r', 0, 'a', 'a', 1],
    ['r', 0, 'a', 'b,c', 2],
    ['r', 0, 'b,c', 'a', 3],
    ['r', 0, 'b,c', 'b,c', 4],
  ]);
});
