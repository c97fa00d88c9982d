import { expect, it } from 'vitest';
import { differenceOf, grayOf, type Pixels } from './difference.ts';

const pixels = (...values: number[]): Pixels => ({
  width: values.length / 4,
  height: 1,
  data: Uint8ClampedArray.from(values),
});

it('is black and infinite for equal pictures', () => {
  const found = differenceOf(pixels(1, 2, 3, 255), pixels(1, 2, 3, 255));
  expect([...found.pixels.data]).toEqual([0, 0, 0, 255]);
  expect([found.mean, found.psnr]).toEqual([0, Infinity]);
});

it('measures color and leaves alpha out', () => {
  const found = differenceOf(pixels(0, 0, 0, 255, 10, 10, 10, 0), pixels(30, 0, 0, 0, 10, 10, 40, 255));
  expect(found.gain).toBe(8);
  expect([...found.pixels.data]).toEqual([240, 0, 0, 255, 0, 0, 240, 255]);
  expect(found.mean).toBe(10);
  expect(found.psnr).toBeCloseTo(10 * Math.log10((255 * 255) / 300), 6);
});

it('weighs gray as eyes do', () => {
  expect(grayOf([255, 255, 255])).toBe(255);
  expect(grayOf([0, 100, 0, 255])).toBe(59);
});
