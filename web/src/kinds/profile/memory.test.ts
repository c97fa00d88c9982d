import { describe, expect, it } from 'vitest';
import { formatBytes } from '../../charts/base/format.ts';
import { formatChange, growthPerStep, tilesOf, type MemoryStep } from './memory.ts';

const step = (lowest_bytes: number): MemoryStep => ({
  step: 0,
  start_ns: 0,
  end_ns: 1,
  lowest_bytes,
  highest_bytes: 0,
  left_bytes: null,
  left_count: null,
});

describe('tilesOf', () => {
  it('fills the box with tiles as large as their sizes', () => {
    const sizes = [60, 20, 10, 10];
    const tiles = tilesOf(sizes, 40, 30);
    expect(tiles.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    for (const tile of tiles) {
      expect(tile.width * tile.height).toBeCloseTo(((sizes[tile.index] ?? 0) / 100) * 1200);
      expect(tile.x + tile.width).toBeLessThanOrEqual(40 + 1e-9);
      expect(tile.y + tile.height).toBeLessThanOrEqual(30 + 1e-9);
    }
  });

  it('has nothing to show of nothing', () => {
    expect(tilesOf([], 40, 30)).toEqual([]);
    expect(tilesOf([0, 0], 40, 30)).toEqual([]);
  });
});

describe('growthPerStep', () => {
  it('is the median change, without what the first step keeps', () => {
    expect(growthPerStep([step(10), step(1000), step(1008), step(1016), step(1016)])).toBe(8);
    expect(growthPerStep([step(5), step(5), step(5)])).toBe(0);
    expect(growthPerStep([step(5), step(9)])).toBeNull();
  });
});

it('formatChange has a sign for what shrinks', () => {
  expect(formatChange(-2048, formatBytes)).toBe('−2.0 KiB');
  expect(formatChange(2048, formatBytes)).toBe('2.0 KiB');
});
