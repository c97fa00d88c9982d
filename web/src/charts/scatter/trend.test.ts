import { describe, expect, it } from 'vitest';
import { trend } from './trend.ts';

const xs = Array.from({ length: 50 }, (_, i) => i / 49);

describe('a trend', () => {
  it('is the line that points lie on', () => {
    for (const [x, y] of trend(
      xs,
      xs.map((at) => 3 * at - 1),
    ))
      expect(y).toBeCloseTo(3 * x - 1, 6);
  });
  it('follows a valley', () => {
    const found = trend(
      xs,
      xs.map((at) => (at - 0.5) ** 2),
    );
    const lowest = found.reduce((best, one) => (one[1] < best[1] ? one : best));
    expect(lowest[0]).toBeCloseTo(0.5, 1);
  });
  it('passes over what is no number', () => {
    expect(trend([...xs, NaN], [...xs, 1]).length).toBe(40);
  });
  it('is none where points are few or all at one place', () => {
    expect(trend([1, 2, 3], [1, 2, 3])).toEqual([]);
    expect(trend(Array(20).fill(1) as number[], xs.slice(0, 20))).toEqual([]);
  });
});
