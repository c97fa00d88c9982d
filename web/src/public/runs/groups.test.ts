import { expect, it } from 'vitest';
import type { Run } from '../../data/shapes.ts';
import { asGroupBy, groupName } from './groups.ts';

const run = (name: string, id = 1): Run => ({ id, name }) as Run;
const none = (): null => null;

it('groups by folder as the server does', () => {
  expect(groupName(run('wide/seed-1'), 'folder')).toBe('wide');
  expect(groupName(run('a/b/c'), 'folder')).toBe('a/b');
  expect(groupName(run('alone'), 'folder')).toBe('');
  expect(asGroupBy('folder', [], none)).toEqual({ folder: -1 });
});

it('groups by what a pattern catches', () => {
  expect(groupName(run('dit-b2/lr-1e-4/seed-3'), '(dit-\\w+)/lr-([^/]+)')).toBe('dit-b2, 1e-4');
  expect(groupName(run('wide/seed-1'), 'wide|narrow')).toBe('wide');
  expect(groupName(run('baseline'), 'wide|narrow')).toBeNull();
  expect(groupName(run('baseline'), '(')).toBeNull();
  expect(asGroupBy('', [], none)).toBeNull();
});

it('groups by hyperparameters, and tells the server each run by itself', () => {
  const set: Record<number, Record<string, number>> = {
    1: { lr: 0.1, depth: 4 },
    2: { lr: 0.1, depth: 8 },
    3: { lr: 0.2 },
  };
  const look = (id: number, name: string): number | null => set[id]?.[name] ?? null;
  expect(groupName(run('a', 1), 'hparam:lr,depth', look)).toBe('lr 0.1 · depth 4');
  expect(groupName(run('c', 3), 'hparam:lr,depth', look)).toBeNull();
  expect(asGroupBy('hparam:lr', [run('a', 1), run('c', 3), run('d', 4)], look)).toEqual({
    values: { '1': 'lr 0.1', '3': 'lr 0.2' },
  });
});
