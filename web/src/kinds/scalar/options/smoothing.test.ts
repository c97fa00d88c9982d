import { expect, it } from 'vitest';
import { amountText, amountWeight, asSmoothing, smoothingText } from './smoothing.ts';

it('is off at zero', () => {
  expect(asSmoothing('ema', 0, 400)).toBeNull();
  expect(smoothingText('window', 0)).toBe('off');
});

it('is a weight for EMA and points for the others', () => {
  expect(asSmoothing('ema', 0.9, 400)).toEqual({ kind: 'ema', amount: 0.9 });
  expect(asSmoothing('window', 0.9, 400)).toEqual({ kind: 'window', amount: 10 });
  expect(asSmoothing('gaussian', 0.99, 400)).toEqual({ kind: 'gaussian', amount: 100 });
  expect(smoothingText('ema', 0.9)).toBe('0.90');
  expect(smoothingText('gaussian', 0.5)).toBe('2');
});

it('asks for automatic smoothing by the width of the plot, in steps', () => {
  expect(asSmoothing('ema', 'auto', 341)).toEqual({ kind: 'ema', auto_px: 400 });
  expect(asSmoothing('ema', 'auto', 0)).toEqual({ kind: 'ema', auto_px: 100 });
});

it('says what automatic smoothing amounts to', () => {
  expect(amountText('ema', [0, 0])).toBe('off');
  expect(amountText('ema', [0, 0.984])).toBe('0–0.98');
  expect(amountText('ema', [0.9961, 0.9961])).toBe('0.996');
  expect(amountText('window', [64, 64])).toBe('64');
  expect(amountWeight('window', 64)).toBeCloseTo(0.984, 3);
});
