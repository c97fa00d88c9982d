import { describe, expect, it } from 'vitest';
import { axisOf, niceTicks, usualScale } from './axis_scale.ts';

const numbers = (...values: number[]) => ({ numbers: Float64Array.from(values), words: null });

describe('scales of axes', () => {
  it('suit their column', () => {
    expect(usualScale(numbers(1, 2, 3, 4, 5, 6, 7))).toBe('linear');
    expect(usualScale(numbers(1e-5, 1e-4, 2e-4, 3e-3, 5e-3, 1e-2, 0.1))).toBe('log');
    expect(usualScale(numbers(8, 16, 8, 16, 16, 8))).toBe('category');
    expect(usualScale(numbers(0, 1, 1))).toBe('category');
    expect(usualScale(numbers(0, 1, 2, 2))).toBe('linear');
    expect(usualScale({ numbers: Float64Array.of(0, 1), words: ['a', 'b'] })).toBe('category');
    expect(usualScale(numbers(NaN))).toBe('linear');
  });
  it('place values from 0 to 1 and give them back', () => {
    for (const scale of ['linear', 'log', 'quantile', 'category'] as const) {
      const axis = axisOf(numbers(1, 10, 100), scale);
      expect(axis.places[0]).toBe(0);
      expect(axis.places[2]).toBe(1);
      expect(axis.value(1)).toBeCloseTo(100);
      expect(axis.ticks.every(({ at }) => at >= -1e-9 && at <= 1 + 1e-9)).toBe(true);
    }
    expect(axisOf(numbers(1, 10, 100), 'log').places[1]).toBeCloseTo(0.5);
    expect(axisOf(numbers(1, 10, 100), 'linear').places[1]).toBeCloseTo(1 / 11);
  });
  it('leave out what has no place', () => {
    expect([...axisOf(numbers(-1, NaN, 10, 100), 'log').places]).toEqual([NaN, NaN, 0, 1]);
    expect(axisOf(numbers(-1, 0), 'log').ticks).toEqual([]);
  });
  it('spread quantiles evenly, ties together', () => {
    expect([...axisOf(numbers(1, 1, 2, 1000, 5000), 'quantile').places]).toEqual([
      0.125, 0.125, 0.5, 0.75, 1,
    ]);
  });
  it('put one value in the middle', () => {
    expect([...axisOf(numbers(3, 3), 'linear').places]).toEqual([0.5, 0.5]);
    expect([...axisOf(numbers(3, 3), 'category').places]).toEqual([0.5, 0.5]);
  });
  it('name categories by their words', () => {
    const axis = axisOf({ numbers: Float64Array.of(1, 0, NaN), words: ['adam', 'sgd'] }, 'category');
    expect(axis.ticks).toEqual([
      { at: 0, text: 'adam' },
      { at: 1, text: 'sgd' },
    ]);
    expect([...axis.places]).toEqual([1, 0, NaN]);
  });
  it('find round ticks', () => {
    expect(niceTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(niceTicks(8, 42, 4)).toEqual([10, 20, 30, 40]);
  });
});
