import { expect, test } from 'vitest';
import type { Run } from '../../../data/shapes.ts';
import { bestFacet, defaultFacets, facetChoices, facetGrid, facetKey, facetResult } from './facets.ts';

const SETTINGS: Record<number, Record<string, number>> = {
  1: { lr: 1e-4, batch: 128, same: 1 },
  2: { lr: 5e-5, batch: 128, same: 1 },
  3: { lr: 5e-5, batch: 64, same: 1 },
};
const look = (id: number, name: string): number | null => SETTINGS[id]?.[name] ?? null;
const runs = ['a/x', 'a/y', 'b/x', 'none'].map((name, i) => ({ id: i + 1, name }) as Run);

test('facetChoices offers what has several values, hyperparameters first', () => {
  expect(facetChoices(runs, ['lr', 'same', 'batch'], look)).toEqual([
    'hparam:lr',
    'hparam:batch',
    'folder:1',
    'folder:2',
  ]);
});

test('defaultFacets takes hyperparameters with the most values, not seeds', () => {
  const seeds = (id: number, name: string): number | null => (name === 'seed' ? id : look(id, name));
  expect(defaultFacets(runs, ['hparam:seed', 'hparam:lr', 'folder:1'], seeds)).toEqual(['hparam:lr', '']);
  expect(defaultFacets(runs, ['folder:1'], look)).toEqual(['folder:1', '']);
});

test('facetGrid orders numbers by value and leaves out runs without one', () => {
  const grid = facetGrid(runs, 'hparam:lr', 'hparam:batch', look);
  expect([grid.columns, grid.rows]).toEqual([
    ['0.00005', '0.0001'],
    ['64', '128'],
  ]);
  expect([...grid.facets.values()].flatMap((facet) => facet.runs.map((run) => run.id))).toEqual([1, 2, 3]);
  expect(facetGrid(runs, 'folder:1', '', look).columns).toEqual(['a', 'b', 'none']);
});

test('facetResult has the mean of finite values and counts NaN', () => {
  const values = new Map([
    [1, { last: 2, firstNaN: NaN }],
    [2, { last: 4, firstNaN: NaN }],
    [3, { last: NaN, firstNaN: 900 }],
  ]);
  expect(facetResult(runs, values)).toEqual({ mean: 3, n: 3, nNaN: 1, nanStep: 900 });
  expect(facetResult(runs.slice(2), values)).toEqual({ mean: null, n: 1, nNaN: 1, nanStep: 900 });
});

test('bestFacet goes by the direction of the tag, and is none where that is unknown', () => {
  const result = (mean: number | null) => ({ mean, n: 1, nNaN: 0, nanStep: null });
  const results = new Map([
    [facetKey('a', ''), result(2)],
    [facetKey('b', ''), result(1)],
    [facetKey('c', ''), result(null)],
  ]);
  expect(bestFacet(results, 'val/loss')).toBe(facetKey('b', ''));
  expect(bestFacet(results, 'accuracy')).toBe(facetKey('a', ''));
  expect(bestFacet(results, 'lr')).toBeNull();
});
