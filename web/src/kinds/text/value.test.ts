import { expect, it } from 'vitest';
import { gridOf, plainText, shownChars, singleText, type TextValue } from './value.ts';

function value(shape: number[], strings: string[]): TextValue {
  return { index: 0, step: 0, wall_time: 0, shape, strings, n_chars: 99 };
}

it('is one text for a scalar or an array of one', () => {
  expect(singleText(value([], ['a']))).toBe('a');
  expect(singleText(value([1], ['a']))).toBe('a');
  expect(singleText(value([1, 1], ['a']))).toBe('a');
  expect(singleText(value([2], ['a', 'b']))).toBeNull();
  expect(singleText(value([0], []))).toBeNull();
});

it('lays rank 1 out as a column and rank 2 as a table', () => {
  expect(gridOf(value([2], ['a', 'b']), 10)).toEqual({ names: [], rows: [['a'], ['b']], nRows: 2 });
  expect(gridOf(value([2, 2], ['a', 'b', 'c', 'd']), 10).rows).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

it('names rows by the axes before the last', () => {
  expect(gridOf(value([2, 2, 1], ['a', 'b', 'c', 'd']), 10)).toEqual({
    names: ['0, 0', '0, 1', '1, 0', '1, 1'],
    rows: [['a'], ['b'], ['c'], ['d']],
    nRows: 4,
  });
});

it('shows as many rows as requested or as there are, and knows how many there are', () => {
  expect(gridOf(value([5000], ['a', 'b', 'c']), 2)).toEqual({ names: [], rows: [['a'], ['b']], nRows: 5000 });
  expect(gridOf(value([3, 0], []), 10).rows).toEqual([]);
});

it('joins strings line by line', () => {
  expect(plainText(value([2], ['a', 'b']))).toBe('a\nb');
  expect(shownChars(value([2], ['a', 'bc']))).toBe(3);
});
