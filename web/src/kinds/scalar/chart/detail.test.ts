import { expect, it } from 'vitest';
import { detail } from './detail.ts';

it('gives few lines all the width has, many lines less each', () => {
  expect(detail(340, 3)).toEqual({ width_px: 400, raw: true });
  expect(detail(340, 100)).toEqual({ width_px: 62, raw: false });
  expect(detail(340, 1000)).toEqual({ width_px: 16, raw: false });
});

it('stays the same when a run is hidden', () => {
  expect(detail(340, 999)).toEqual(detail(341, 1000));
});
