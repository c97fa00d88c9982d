import { expect, it } from 'vitest';
import { asSmoothing, smoothingText } from './smoothing.ts';

it('is off at zero', () => {
  expect(asSmoothing('ema', 0)).toBeNull();
  expect(smoothingText('window', 0)).toBe('off');
});

it('is a weight for EMA and points for the others', () => {
  expect(asSmoothing('ema', 0.9)).toEqual({ kind: 'ema', amount: 0.9 });
  expect(asSmoothing('window', 0.9)).toEqual({ kind: 'window', amount: 10 });
  expect(asSmoothing('gaussian', 0.99)?.amount).toBe(100);
  expect(smoothingText('ema', 0.9)).toBe('0.90');
  expect(smoothingText('gaussian', 0.5)).toBe('2');
});
