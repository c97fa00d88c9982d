// The base of a text's differences.
import { expect, it } from 'vitest';
import type { Items } from '../../data/items.ts';
import type { Run } from '../../data/shapes.ts';
import { baseItems, compareWith, proposedRun } from './diff_base.ts';

const runs = ['a', 'b', 'c'].map((name, id) => ({ id, name }) as Run);
const lists = runs.map((run) => ({ run: run.id }) as Items);
const nameOf = (id: number): string | undefined => runs[id]?.name;

it('proposedRun is the baseline, and else the first', () => {
  expect(proposedRun(runs, 'b')?.name).toBe('b');
  expect(proposedRun(runs, 'hidden')?.name).toBe('a');
  expect(proposedRun([], null)).toBeNull();
});

it('baseItems finds the chosen run among the lists of a card only', () => {
  expect(baseItems(lists, 'c', nameOf)?.run).toBe(2);
  expect(baseItems(lists, 'gone', nameOf)).toBeNull();
  expect(baseItems(lists, null, nameOf)).toBeNull();
});

it('compareWith turns to the differences, and null to the step before', () => {
  const set: Record<string, string | undefined>[] = [];
  const view = { setOwn: (values: Record<string, string | undefined>) => void set.push(values) };
  compareWith(view, 'a');
  compareWith(view, null);
  expect(set).toEqual([
    { 'text.against': 'a', 'text.view': 'changes' },
    { 'text.against': undefined, 'text.view': 'changes' },
  ]);
});
