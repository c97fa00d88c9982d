import { expect, it } from 'vitest';
import { LabelRows } from './annotations.ts';

it('puts labels that would cover each other in rows of their own', () => {
  const rows = new LabelRows();
  expect([rows.place(0, 50), rows.place(20, 50), rows.place(60, 20), rows.place(75, 20)]).toEqual([
    0, 1, 0, 1,
  ]);
});
