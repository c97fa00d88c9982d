import { expect, it } from 'vitest';
import { spreadOf } from './histogram_spread.ts';
import { originOf } from './origin.ts';

const layer = (name: string, nan: readonly number[]) => ({
  run: 1,
  tag: name,
  steps: Float64Array.of(80, 90, 100),
  std: Float64Array.of(1, 2, 3),
  nan: Float64Array.from(nan),
  inf: Float64Array.of(0, 0, 0),
});

it('takes a histogram with NaN as not finite at that step, and later steps as unknown', () => {
  expect(spreadOf(layer('a', [0, 5, 9]), 90)).toMatchObject({
    at_step: 90,
    first_nonfinite_step: 90,
    recent: Float64Array.of(1, NaN),
  });
  expect(spreadOf(layer('a', [0, 0, 9]), 90)?.first_nonfinite_step).toBeNaN();
  expect(spreadOf(layer('a', [0, 0, 0]), 70)).toBeNull();
});

it('finds the layer whose histogram had the first NaN', () => {
  const layers = [layer('blocks.2/grad', [0, 0, 4]), layer('blocks.3/grad', [0, 2, 4])];
  const origin = originOf(layers.flatMap((one) => spreadOf(one, 100) ?? []));
  expect(origin?.first.tag).toBe('blocks.3/grad');
  expect(origin?.rows.map((row) => row.cells.at(-1))).toEqual(['nonfinite', 'nonfinite']);
});
