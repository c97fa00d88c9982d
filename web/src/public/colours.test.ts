import { expect, it } from 'vitest';
import type { Run } from '../data/shapes.ts';
import { ColourBook } from './colours.ts';

const run = (id: number, more: Partial<Run> = {}): Run => ({ id, name: `run-${String(id)}`, parent: null, color: null, ...more }) as Run;

it('gives slots in order of appearance and keeps them', () => {
  const book = new ColourBook();
  book.assign([run(2), run(1)]);
  const later = book.assign([run(3), run(2)]);
  expect([later.get(2)?.slot, later.get(3)?.slot]).toEqual([1, 2]);
});

it('repeats the colours with another dash after twelve', () => {
  const colours = new ColourBook().assign(Array.from({ length: 30 }, (_, i) => run(i)));
  expect([colours.get(0)?.dash, colours.get(12)?.dash, colours.get(24)?.dash]).toEqual([[], [6, 3], [2, 3]]);
  expect(colours.get(12)?.css).toBe('var(--run-1)');
});

it('lets a person choose, and sub-runs follow their training', () => {
  const colours = new ColourBook().assign([run(1, { color: '#123456' }), run(2, { parent: 1 }), run(3, { parent: 1 }), run(4), run(5, { parent: 99 })]);
  expect(colours.get(1)).toEqual({ css: '#123456', slot: -1, dash: [] });
  expect(colours.get(2)).toEqual({ css: '#123456', slot: -1, dash: [6, 3] });
  expect(colours.get(3)?.dash).toEqual([2, 3]);
  expect(colours.get(4)?.slot).toBe(1);
  expect(colours.get(5)?.slot).toBe(2);
});
