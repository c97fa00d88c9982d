import { describe, expect, it } from 'vitest';
import { bestSoFar } from './best.ts';

const values = Float64Array.of(5, 3, NaN, 4, 1);
const ends = Float64Array.of(30, 10, 5, 20, 40);

describe('the best so far', () => {
  it('goes by the time trials ended and passes over NaN', () => {
    const found = bestSoFar(values, ends, 'lower');
    expect(found.order).toEqual([1, 3, 0, 4]);
    expect(found.steps).toEqual([
      { at: 0, value: 3 },
      { at: 3, value: 1 },
    ]);
  });
  it('rises where higher is better', () => {
    expect(bestSoFar(values, ends, 'higher').steps.map((step) => step.value)).toEqual([3, 4, 5]);
  });
  it('is none where nothing is', () => {
    expect(bestSoFar(Float64Array.of(NaN), ends, 'lower')).toEqual({ order: [], steps: [], range: [0, 1] });
  });
});
