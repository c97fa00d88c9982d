import { expect, it } from 'vitest';
import { asGroupBy, groupName } from './groups.ts';

it('groups by folder as the server does', () => {
  expect(groupName('wide/seed-1', 'folder')).toBe('wide');
  expect(groupName('a/b/c', 'folder')).toBe('a/b');
  expect(groupName('alone', 'folder')).toBe('');
  expect(asGroupBy('folder')).toEqual({ folder: -1 });
});

it('groups by what a pattern catches', () => {
  expect(groupName('dit-b2/lr-1e-4/seed-3', '(dit-\\w+)/lr-([^/]+)')).toBe('dit-b2, 1e-4');
  expect(groupName('wide/seed-1', 'wide|narrow')).toBe('wide');
  expect(groupName('baseline', 'wide|narrow')).toBeNull();
  expect(groupName('baseline', '(')).toBeNull();
  expect(asGroupBy('')).toBeNull();
});
