import { expect, it } from 'vitest';
import type { Raster } from './png.ts';
import { valueAt, valueText, withGray } from './values.ts';

const RASTER: Raster = {
  width: 2,
  height: 2,
  bitDepth: 16,
  channels: ['gray', 'alpha'],
  values: Uint16Array.of(1, 2, 3, 4, 43210, 65535, 7, 8),
};
const SOURCE = { picture: null as unknown as CanvasImageSource, width: 2, height: 2 };

it('reads the value of the pixel as logged, with the most it could be', () => {
  const value = valueAt(SOURCE, RASTER, { x: 0, y: 0.5 });
  expect(value).toEqual({ x: 0, y: 1, channels: ['gray', 'alpha'], values: [43210, 65535], bitDepth: 16 });
  expect(valueText(value)).toBe('0, 1: 43210 α 65535 of 65535');
});

it('says 8-bit values without more words', () => {
  expect(valueText({ x: 3, y: 4, channels: ['R', 'G', 'B'], values: [1, 2, 3], bitDepth: 8 })).toBe(
    '3, 4: 1 2 3',
  );
});

it('gives colors their gray', () => {
  expect([...withGray({ x: 0, y: 0, channels: ['R', 'G', 'B'], values: [255, 0, 0], bitDepth: 8 })]).toEqual([
    ['R', 255],
    ['G', 0],
    ['B', 0],
    ['gray', 76],
  ]);
  expect([...withGray({ x: 0, y: 0, channels: ['gray'], values: [9], bitDepth: 16 })]).toEqual([['gray', 9]]);
});
