import { expect, it } from 'vitest';
import type { Jump } from './jumps.ts';
import { originOf, originText } from './origin.ts';

function tag(name: string, first: number, value = Infinity): Jump {
  const steps = [80, 90, 100];
  return {
    run: 1,
    tag: name,
    at_step: 100,
    value: first <= 100 ? value : 1,
    mean: 1,
    z: NaN,
    interval: 10,
    since_step: first,
    first_nonfinite_step: first,
    first_nonfinite: Number.isNaN(first) ? NaN : value,
    recent_steps: Float64Array.from(steps),
    recent: Float64Array.from(steps, (step) => (step >= first ? value : step)),
  };
}

it('finds the tag that went first and the layers it reached', () => {
  const jumps = [
    tag('blocks.2/grad', 100),
    tag('blocks.10/grad', 90),
    tag('blocks.3/grad', NaN),
    tag('loss', 100, NaN),
    tag('lr', NaN),
  ];
  const origin = originOf(jumps);
  expect(origin?.first.tag).toBe('blocks.10/grad');
  expect(origin?.rows.map((row) => row.tag)).toEqual(['blocks.10/grad', 'blocks.3/grad', 'blocks.2/grad']);
  expect(origin?.rows[0]?.cells).toEqual([{ size: 0 }, 'nonfinite', 'nonfinite']);
  expect(origin?.rows[1]?.cells[2]).toEqual({ size: 1 });
  expect(origin && originText(origin, jumps)).toBe(
    'Inf at step 90, 10 steps before loss. It reached 2 of 3 by 100.',
  );
});

it('says nothing of what comes only after the step, or where all is finite', () => {
  expect(originOf([tag('loss', 140, NaN), tag('lr', NaN)])).toBeNull();
});
