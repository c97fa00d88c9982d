import { expect, it } from 'vitest';
import { orderOf } from './order.ts';

it('tells columns that rise from those that go back', () => {
  expect(orderOf(Float64Array.of(1, 2, 2, 5))).toEqual({ rises: true, max: 5 });
  expect(orderOf(Float64Array.of(1, 7, 2))).toEqual({ rises: false, max: 7 });
  expect(orderOf(new Float64Array())).toEqual({ rises: true, max: -Infinity });
});
