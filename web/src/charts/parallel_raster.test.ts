import { describe, expect, it } from 'vitest';
import { Raster } from './parallel_raster.ts';

const lines = (from: number[], to: number[], shades: number[]) => ({
  tops: [Float32Array.from(from), Float32Array.from(to)],
  lefts: [0, 10],
  order: from.map((_, i) => i),
  shades: Uint8Array.from(shades),
});

function total(raster: Raster): number {
  let sum = 0;
  for (let x = 0; x < raster.width; x += 1) for (let y = 0; y < raster.height; y += 1) sum += raster.count(x, y);
  return sum;
}

describe('counting curves', () => {
  it('draws a level line once in each column', () => {
    const raster = new Raster(10, 5);
    raster.draw(lines([2], [2], [7]));
    for (let x = 0; x < 10; x += 1) expect([raster.count(x, 2), raster.shade(x, 2)]).toEqual([1, 7]);
    expect(total(raster)).toBe(10);
  });
  it('leaves no hole in a steep one', () => {
    const raster = new Raster(10, 100);
    raster.draw(lines([0], [99], [1]));
    const rows = Array.from({ length: 100 }, (_, y) => Array.from({ length: 10 }, (__, x) => raster.count(x, y)).some((n) => n > 0));
    expect(rows.filter(Boolean).length).toBeGreaterThan(97);
  });
  it('shows the last colour and counts all', () => {
    const raster = new Raster(10, 5);
    raster.draw(lines([2, 2, 2], [2, 2, 2], [1, 2, 3]));
    expect([raster.count(5, 2), raster.shade(5, 2)]).toEqual([3, 3]);
  });
  it('passes over lines without a value and what lies outside', () => {
    const raster = new Raster(10, 5);
    raster.draw(lines([NaN, -20], [1, 40], [1, 1]));
    expect(total(raster)).toBeGreaterThan(0);
    expect(total(raster)).toBeLessThanOrEqual(15);
  });
  it('paints more where more lines pass', () => {
    const raster = new Raster(10, 5);
    raster.draw(lines([2, 2, 4], [2, 2, 4], [0, 0, 0]));
    const pixels = new Uint32Array(50);
    raster.paint(pixels, Uint32Array.of(0x123456), 0.5);
    const alpha = (i: number): number => (pixels[i] as number) >>> 24;
    expect([alpha(0), alpha(40), alpha(20)]).toEqual([0, 128, 191]);
    expect((pixels[20] as number) & 0xffffff).toBe(0x123456);
  });
});
