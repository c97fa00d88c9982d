import { expect, it } from 'vitest';
import { isExpression, matcher } from './filter.ts';
import { slotColor, ColorBook } from '../runs/colors.ts';
import type { Run } from '../../data/shapes.ts';

it('matches by regular expression, else literally', () => {
  expect(matcher('train|val').test('VAL/loss')).toBe(true);
  expect(matcher('^val').test('train/val')).toBe(false);
  const broken = matcher('loss(');
  expect(broken.problem).not.toBeNull();
  expect(broken.test('my loss(x)')).toBe(true);
  expect(matcher('').test('anything')).toBe(true);
});

it.each([
  ['model~dit', true],
  ['lr<=1e-3 -state:failed', true],
  ['has note', true],
  ['a or b', true],
  ['dit-b2', false],
  ['^dit.*seed-[12]$', false],
  ['train/loss', false],
  ['', false],
])('%s speaks the filter language: %s', (filter, expected) => {
  expect(isExpression(filter)).toBe(expected);
});

const run = (id: number, name: string, color: string | null = null): Run => ({ id, name, color }) as Run;

it('gives colors in order of appearance and keeps them', () => {
  const book = new ColorBook();
  expect(book.assign([run(1, 'b'), run(0, 'a')]).get(0)?.slot).toBe(0);
  const later = book.assign([run(2, 'c'), run(1, 'b')]);
  expect(later.get(1)?.slot).toBe(1);
  expect(later.get(2)?.slot).toBe(2);
  expect(book.assign([run(2, 'c', '#123456')]).get(2)?.css).toBe('#123456');
});

it('repeats the palette with another dash', () => {
  expect(slotColor(12)).toEqual({ css: 'var(--run-1)', slot: 0, dash: [6, 3] });
  expect(slotColor(25).dash).toEqual([2, 3]);
});
