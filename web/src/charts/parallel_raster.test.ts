import { describe, expect, it } from 'vitest';
import { Raster } from './parallel_raster.ts';

const lines = (from: number[], to: number[], shades: number[]) => ({
  tops: [Float32Array.from(from), Float32Array.from(to)],
  lefts: [0, 10],
  order: from.map((_, i) => i),
  shades: Uint8Array.from(shades),
});

describe('counting curves', () => {
  it('draws a level line once in each column', () => {
    const raster = new Raster(10, 5);
    raster.draw(lines([2], [2], [7]));
    expect([...raster.counts.subarray(20, 30)]).toEqual(Array(10).fill(1));
    expect(raster.counts.reduce((sum, n) => sum + n, 0)).toBe(10);
    expect(raster.shades[20]).toBe(7);
  });
  it('leaves no hole in a steep one', () => {
    const raster = new Raster(10, 100);
    raster.draw(lines([0], [99], [1]));
    const rows = new Set<number>();
    raster.counts.forEach((n, i) => n > 0 && rows.add(Math.floor(i / 10)));
    expect(rows.size).toBeGreaterThan(97);
  });
  it('shows the last colour and counts all', () => {
    const raster = new Raster(10, 5);
    raster.draw(lines([2, 2, 2], [2, 2, 2], [1, 2, 3]));
    expect([raster.counts[25], raster.shades[25]]).toEqual([3, 3]);
  });
  it('passes over lines without a value and what lies outside', () => {
    const raster = new Raster(10, 5);
    raster.draw(lines([NaN, -20], [1, 40], [1, 1]));
    expect(raster.counts.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0);
    expect(raster.counts.length).toBe(50);
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
