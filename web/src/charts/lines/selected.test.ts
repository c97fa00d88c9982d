import { expect, it } from 'vitest';
import { selected } from './selected.ts';

const PLOT = { width: 300, height: 150 };

it('zooms the axes that a selection does not span', () => {
  expect(selected({ width: 80, height: 150 }, PLOT)).toEqual({ x: true, y: false });
  expect(selected({ width: 300, height: 40 }, PLOT)).toEqual({ x: false, y: true });
  expect(selected({ width: 80, height: 40 }, PLOT)).toEqual({ x: true, y: true });
});

it('takes a slip of the hand for nothing', () => {
  expect(selected({ width: 3, height: 150 }, PLOT)).toEqual({ x: false, y: false });
});
