import { expect, it } from 'vitest';
import { rowAt, stepsOf } from './items.ts';

it('finds the nearest step, the later of equal ones, the last without a step', () => {
  const items = { steps: Float64Array.of(0, 10, 20, 20) };
  expect([rowAt(items, 4), rowAt(items, 5), rowAt(items, 20), rowAt(items, 1e9), rowAt(items, null)]).toEqual(
    [0, 1, 3, 3, 3],
  );
  expect(rowAt({ steps: new Float64Array() }, 3)).toBe(-1);
});

it('joins the steps of several lists', () => {
  expect(stepsOf([{ steps: Float64Array.of(5, 1) }, { steps: Float64Array.of(1, 3) }])).toEqual([1, 3, 5]);
});
