import { expect, it } from 'vitest';
import { canOpen, pageOf } from './pages.ts';

it('opens a page with data, and one that takes files on a board that takes edits', () => {
  const board = { kinds: [{ slug: 'scalar' }], tags: [], writable: true };
  expect(canOpen(pageOf('scalars'), board)).toBe(true);
  expect(canOpen(pageOf('images'), board)).toBe(false);
  expect(canOpen(pageOf('projector'), board)).toBe(true);
  expect(canOpen(pageOf('projector'), { ...board, writable: false })).toBe(false);
});
