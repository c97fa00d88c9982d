import { expect, it } from 'vitest';
import type { Run } from '../../data/shapes.ts';
import { ColorBook } from './colors.ts';

const run = (id: number, more: Partial<Run> = {}): Run =>
  ({ id, name: `run-${String(id)}`, parent: null, color: null, ...more }) as Run;

it('gives slots in order of appearance and keeps them', () => {
  const book = new ColorBook();
  book.assign([run(2), run(1)]);
  const later = book.assign([run(3), run(2)]);
  expect([later.get(2)?.slot, later.get(3)?.slot]).toEqual([1, 2]);
});

it('repeats the colors with another dash after twelve', () => {
  const colors = new ColorBook().assign(Array.from({ length: 30 }, (_, i) => run(i)));
  expect([colors.get(0)?.dash, colors.get(12)?.dash, colors.get(24)?.dash]).toEqual([[], [6, 3], [2, 3]]);
  expect(colors.get(12)?.css).toBe('var(--run-1)');
});

it('lets a person choose, and sub-runs follow their training', () => {
  const colors = new ColorBook().assign([
    run(1, { color: '#123456' }),
    run(2, { parent: 1 }),
    run(3, { parent: 1 }),
    run(4),
    run(5, { parent: 99 }),
  ]);
  expect(colors.get(1)).toEqual({ css: '#123456', slot: -1, dash: [] });
  expect(colors.get(2)).toEqual({ css: '#123456', slot: -1, dash: [6, 3] });
  expect(colors.get(3)?.dash).toEqual([2, 3]);
  expect(colors.get(4)?.slot).toBe(1);
  expect(colors.get(5)?.slot).toBe(2);
});
