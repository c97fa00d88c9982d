import { expect, it } from 'vitest';
import type { GraphLevel, GraphRow } from '../../kinds/graph/level.ts';
import { matchingRows } from './opening.ts';

it('marks the rows of what was found, also scopes that are drawn as their only child and closed groups around it', () => {
  const row = (isOpen: boolean): GraphRow => ({ isOpen }) as GraphRow;
  // An open group 1 with the chain 2, 3 in it and a closed group 4.
  const level = {
    rows: [row(true), row(false), row(false)],
    rowOf: new Map([
      [1, 0],
      [2, 1],
      [3, 1],
      [4, 2],
    ]),
  } as unknown as GraphLevel;
  const marked = (entries: number[], around: number[]): number[] => [
    ...matchingRows(level, { entries: new Set(entries), around: new Set(around) }),
  ];
  expect(marked([2], [1])).toEqual([0, 1, 0]);
  expect(marked([9], [1, 4])).toEqual([0, 0, 1]);
  expect(marked([1], [])).toEqual([1, 0, 0]);
});
