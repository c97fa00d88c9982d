import { expect, it } from 'vitest';
import { meshTags } from './tags.ts';

it('makes one tag of each name, with the runs that have it', () => {
  const lists = [
    { run: 1, tag: 'cube', steps: Float64Array.of(0, 1) },
    { run: 1, tag: 'cloud', steps: Float64Array.of(0) },
    { run: 2, tag: 'cube', steps: Float64Array.of(5) },
  ];
  expect(meshTags(lists).map(({ tag, runs, n_points }) => [tag, runs, n_points])).toEqual([
    ['cube', [1, 2], 3],
    ['cloud', [1], 1],
  ]);
});
