// Ridges: which layers have room, rows of several series, and the layer under the pointer.
import { describe, expect, it } from 'vitest';
import type { Layer } from './buckets.ts';
import { Ridge, type RidgeOptions, type Stack } from './ridge.ts';

const OPTIONS: RidgeOptions = {
  layout: 'offset',
  range: [0, 4],
  log: false,
  stepped: false,
  depthText: String,
};
const layer = (depth: number, counts: readonly number[]): Layer => ({
  depth,
  lefts: Float64Array.from([0, 1, 2, 3]),
  rights: Float64Array.from([1, 2, 3, 4]),
  counts: Float64Array.from(counts),
});
const stack = (depths: readonly number[], counts = [0, 8, 0, 0]): Stack => ({
  layers: depths.map((depth) => layer(depth, counts)),
  color: '#123456',
  marked: null,
});
const steps = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

describe('Ridge', () => {
  it('draws fewer layers of each of several series, and always their last', () => {
    const one = new Ridge([stack(steps(40))], OPTIONS, 300, 300);
    const two = new Ridge([stack(steps(40)), stack(steps(40))], OPTIONS, 300, 300);
    expect(one.nShown).toBe(40);
    expect(two.nShown).toBe(14);
    expect(two.shown.filter((place) => place.layer === 39)).toHaveLength(2);
  });

  it('finds the series whose line is nearest to the pointer', () => {
    const ridge = new Ridge([stack([0, 1], [0, 8, 0, 0]), stack([0, 1], [0, 0, 8, 0])], OPTIONS, 300, 300);
    const { left, right, bottom } = ridge.box;
    const at = (value: number) => left + ((right - left) * value) / 4;
    expect(ridge.at(at(1.5), bottom - 90)).toEqual({ stack: 0, layer: 1, bucket: 1 });
    expect(ridge.at(at(2.5), bottom - 90)).toEqual({ stack: 1, layer: 1, bucket: 2 });
  });

  it('puts layers of several series at one depth into one row, and those of one series never', () => {
    const apart = new Ridge([stack([0, 100]), stack([0, 50, 100])], OPTIONS, 300, 300);
    expect(apart.rows().map((row) => row.map((place) => place.stack))).toEqual([[0, 1], [1], [0, 1]]);
    const dense = new Ridge([stack([0, 0, 100])], OPTIONS, 300, 300);
    expect(dense.rows()).toHaveLength(3);
  });
});
