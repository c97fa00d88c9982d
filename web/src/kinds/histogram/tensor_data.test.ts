// The runs that share a figure of histograms.
import { expect, it } from 'vitest';
import type { Run } from '../../data/shapes.ts';
import { MOST_TOGETHER } from './settings.ts';
import { togetherOf } from './tensor_data.svelte.ts';

const runs = Array.from({ length: MOST_TOGETHER + 4 }, (_, id) => ({ id, name: `run ${String(id)}` }) as Run);

it('togetherOf takes the first runs, and always the focused one', () => {
  const first = runs.slice(0, MOST_TOGETHER);
  expect(togetherOf(runs, runs[2] ?? null)).toEqual(first);
  expect(togetherOf(runs, null)).toEqual(first);
  expect(togetherOf(runs, runs.at(-1) ?? null)).toEqual([...first.slice(0, -1), runs.at(-1)]);
  expect(togetherOf(runs.slice(0, 2), null)).toHaveLength(2);
});
