import { describe, expect, it } from 'vitest';
import { Raster } from './parallel_raster.ts';

const PALETTE = Uint32Array.of(0x000000, 0x123456, 0x0000ff, 0xff0000);
const OPACITY = { least: 0.5, most: 1, full: 100 };

function raster(height: number, from: number[], to: number[], shades: number[]): Raster {
  const made = new Raster(10, height, {
    tops: [Float32Array.from(from), Float32Array.from(to)],
    lefts: [0, 10],
    shades: Uint8Array.from(shades),
    palette: PALETTE,
  });
  made.add([...from.keys()], 1);
  return made;
}

function picture(made: Raster): Uint32Array {
  const pixels = new Uint32Array(made.width * made.height).fill(7);
  made.paint(pixels, OPACITY);
  return pixels;
}

function total(made: Raster): number {
  let sum = 0;
  for (let x = 0; x < made.width; x += 1) for (let y = 0; y < made.height; y += 1) sum += made.count(x, y);
  return sum;
}

describe('counting curves', () => {
  it('draws a level line once in each column', () => {
    const made = raster(5, [2], [2], [1]);
    for (let x = 0; x < 10; x += 1) expect(made.count(x, 2)).toBe(1);
    expect(total(made)).toBe(10);
  });
  it('leaves no hole in a steep one', () => {
    const made = raster(100, [0], [99], [1]);
    const rows = Array.from({ length: 100 }, (_, y) =>
      Array.from({ length: 10 }, (__, x) => made.count(x, y)).some((n) => n > 0),
    );
    expect(rows.filter(Boolean).length).toBeGreaterThan(97);
  });
  it('takes a line away as if it had never been there', () => {
    const made = raster(50, [2, 40, 7], [30, 2, 7], [1, 3, 2]);
    made.add([1], -1);
    expect(picture(made)).toEqual(picture(raster(50, [2, 7], [30, 7], [1, 2])));
  });
  it('begins anew', () => {
    const made = raster(50, [2, 40], [30, 2], [1, 3]);
    made.clear();
    expect([total(made), new Set(picture(made))]).toEqual([0, new Set([0])]);
  });
  it('passes over lines without a value and keeps to the picture', () => {
    const made = raster(5, [NaN, -20], [1, 40], [1, 1]);
    expect(total(made)).toBeGreaterThan(0);
    expect(total(made)).toBeLessThanOrEqual(15);
  });
  it('paints the mean color, the more opaque the more lines pass', () => {
    const pixels = picture(raster(5, [2, 2, 4], [2, 2, 4], [2, 3, 1]));
    const alpha = (i: number): number => (pixels[i] as number) >>> 24;
    expect([alpha(0), alpha(40)]).toEqual([0, 128]);
    expect(alpha(20)).toBeGreaterThan(128);
    expect([pixels[0], (pixels[40] as number) & 0xffffff, (pixels[20] as number) & 0xffffff]).toEqual([
      0, 0x123456, 0x7f007f,
    ]);
  });
  it('is full from some number of lines on', () => {
    const many = Array.from({ length: 150 }, () => 2);
    expect(
      (picture(
        raster(
          5,
          many,
          many,
          many.map(() => 1),
        ),
      )[20] as number) >>> 24,
    ).toBe(255);
  });
});
