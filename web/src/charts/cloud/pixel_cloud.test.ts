import { expect, it } from 'vitest';
import { START, viewMatrix } from './camera.ts';
import { PixelCloud } from './pixel_cloud.ts';
import { DIM, HIDDEN, type CloudPoints } from './points.ts';
import type { Picture, Scene } from './scene.ts';

const SURFACE = 0xffffffff;
const PALETTE = Uint32Array.from({ length: 256 }, (_, i) => (0xff000000 | (i * 65_793)) >>> 0);
const unit = { center: [0, 0, 0], radius: 1 } as const;

/** The same numbers every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function cloudOf(n: number, hasRadii: boolean): CloudPoints {
  const next = random(n);
  const positions = Float32Array.from({ length: 3 * n }, () => 3 * next() - 1.5);
  positions.set([NaN, 0, 0, Infinity, 0, 0, 0, -Infinity, 0]);
  const shades = Uint8Array.from({ length: n }, (_, i) =>
    i % 7 === 5 ? DIM : i % 11 === 3 ? HIDDEN : i % 20,
  );
  return {
    positions,
    shades,
    radii: hasRadii ? Float32Array.from({ length: n }, (_, i) => (i === 9 ? NaN : 4 * next())) : null,
  };
}

/** Slow and readable: each pixel is of the nearest point that covers it, of the last one where there is no depth. */
function squares(
  { positions, shades, radii }: CloudPoints,
  scene: Scene,
  { width, height }: Picture,
): Uint32Array {
  const pixels = new Uint32Array(width * height).fill(SURFACE);
  const nearest = new Float64Array(width * height).fill(Infinity);
  const { matrix: m } = scene;
  for (let i = 0; i < scene.count; i += 1) {
    const place = [...positions.subarray(3 * i, 3 * i + 3), 1];
    const [x = 0, y = 0, w = 0] = [0, 1, 3].map((row) =>
      place.reduce((sum, value, axis) => sum + value * (m[row + 4 * axis] as number), 0),
    );
    const shade = shades[i] as number;
    const side = Math.max(1, Math.round(2 * (radii ? scene.ratio * (radii[i] as number) : scene.radius_px)));
    const left = Math.floor((1 + x / w) * (width / 2) - (side - 1) / 2);
    const top = Math.floor((1 - y / w) * (height / 2) - (side - 1) / 2);
    const isInside = left >= 0 && top >= 0 && left + side <= width && top + side <= height;
    if (shade === HIDDEN || !(w > 0.05) || !isInside) continue;
    const away = (scene.isSolid ? w : -i) + (shade === DIM ? 1e9 : 0);
    for (let at = 0; at < side * side; at += 1) {
      const pixel = (top + Math.floor(at / side)) * width + left + (at % side);
      if (away >= (nearest[pixel] as number)) continue;
      nearest[pixel] = away;
      pixels[pixel] = PALETTE[shade] as number;
    }
  }
  return pixels;
}

function sceneOf(count: number, dimensions: 2 | 3, radius_px: number): Scene {
  return {
    matrix: viewMatrix(START, unit, dimensions, 90, 70),
    count,
    palette: PALETTE,
    surface: SURFACE,
    radius_px,
    ratio: 1.5,
    isSolid: dimensions === 3,
  };
}

const picture = (): Picture => ({ width: 90, height: 70, pixels: new Uint32Array(90 * 70) });
const inOrder = (n: number): Uint32Array => Uint32Array.from({ length: n }, (_, i) => i);

/** Rounding at the edge of a pixel may put a point into the next one. */
function nDifferent(one: Uint32Array, other: Uint32Array): number {
  return one.filter((pixel, i) => pixel !== other[i]).length;
}

it.each([
  [2, 1003, 0.5, false],
  [3, 1003, 0.5, false],
  [2, 302, 2.5, false],
  [3, 302, 2.5, false],
  [2, 301, 1, true],
  [3, 301, 1, true],
] as const)(
  'draws in %i dimensions what a plain loop draws of %i points, radius %f',
  (dimensions, n, radius, hasRadii) => {
    const points = cloudOf(n, hasRadii);
    const cloud = new PixelCloud();
    cloud.setPoints(points, inOrder(n));
    const made = picture();
    cloud.drawSquares(sceneOf(n, dimensions, radius), made);
    const wanted = squares(points, sceneOf(n, dimensions, radius), made);
    expect(wanted.filter((pixel) => pixel !== SURFACE).length).toBeGreaterThan(200);
    expect(nDifferent(made.pixels, wanted)).toBeLessThan(n / 50);
  },
);

it('draws the same picture twice, other points, shades and sizes, and a first part alone', () => {
  const cloud = new PixelCloud();
  const drawn = (scene: Scene): Uint32Array => {
    const made = picture();
    cloud.drawSquares(scene, made);
    return made.pixels;
  };
  const points = cloudOf(400, false);
  cloud.setPoints(points, inOrder(400));
  const first = drawn(sceneOf(400, 3, 0.5));
  expect(drawn(sceneOf(400, 3, 0.5))).toEqual(first);
  expect(nDifferent(drawn(sceneOf(100, 3, 0.5)), first)).toBeGreaterThan(50);
  cloud.setShades(new Uint8Array(400).fill(HIDDEN), inOrder(400));
  expect(new Set(drawn(sceneOf(400, 3, 0.5)))).toEqual(new Set([SURFACE]));
  cloud.setShades(points.shades, inOrder(400));
  cloud.setRadii(new Float32Array(400).fill(2), inOrder(400));
  expect(drawn(sceneOf(400, 3, 0.5)).filter((pixel) => pixel !== SURFACE).length).toBeGreaterThan(
    2 * first.filter((pixel) => pixel !== SURFACE).length,
  );
  cloud.setPoints(cloudOf(5000, false), inOrder(5000));
  expect(
    nDifferent(drawn(sceneOf(5000, 3, 0.5)), squares(cloudOf(5000, false), sceneOf(5000, 3, 0.5), picture())),
  ).toBeLessThan(50);
  expect(cloud.points.positions).toEqual(cloudOf(5000, false).positions);
});

it('draws an empty picture without points', () => {
  const cloud = new PixelCloud();
  const made = picture();
  cloud.drawSquares(sceneOf(0, 2, 0.5), made);
  expect(new Set(made.pixels)).toEqual(new Set([SURFACE]));
});
