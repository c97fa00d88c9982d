import { describe, expect, it } from 'vitest';
import { nearestPoint, setPixels } from './scatter.ts';

const points = {
  xs: Float32Array.of(2, 2, NaN, 7),
  ys: Float32Array.of(2, 2, 1, 7),
  radii: Float32Array.of(2, 2, 2, 2),
  shades: Uint8Array.of(0, 1, 0, 1),
  palette: ['rgb(255,0,0)', 'rgb(0,0,255)'],
  mask: Uint8Array.of(0, 1, 1, 1),
  dim: '#808080',
  surface: '#ffffff',
};

describe('points', () => {
  it('are set over those that do not pass', () => {
    const pixels = new Uint32Array(100);
    setPixels(pixels, 10, 10, points);
    expect((pixels[11] as number) & 0xffffff).toBe(0xff0000);
    expect(pixels.filter((pixel) => pixel !== 0).length).toBe(8);
  });
  it('are round where they are large, around their place', () => {
    const pixels = new Uint32Array(100);
    setPixels(pixels, 10, 10, {
      ...points,
      xs: Float32Array.of(5),
      ys: Float32Array.of(5),
      radii: Float32Array.of(4),
      shades: Uint8Array.of(0),
      mask: Uint8Array.of(1),
    });
    const rows = Array.from({ length: 10 }, (_, y) =>
      pixels.subarray(10 * y, 10 * y + 10).reduce((n, one) => n + (one === 0 ? 0 : 1), 0),
    );
    expect(rows).toEqual([0, 0, 0, 2, 4, 4, 2, 0, 0, 0]);
  });
  it('are found among those that pass', () => {
    expect(nearestPoint(points, 3, 3)).toBe(1);
    expect(nearestPoint(points, 7, 8)).toBe(3);
    expect(nearestPoint(points, 30, 30)).toBe(null);
  });
});
