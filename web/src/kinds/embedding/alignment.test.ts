import { expect, it } from 'vitest';
import { alignedTo } from './alignment.ts';

const N = 50;
const rows = Int32Array.from({ length: N }, (_, i) => i);
const cloud = Float32Array.from({ length: 3 * N }, (_, i) => Math.sin(1 + i * i) * (1 + (i % 3)));
const flat = cloud.map((value, i) => (i % 3 === 2 ? 0 : value));

/** Turned, mirrored, made larger and moved. */
function changed(places: Float32Array, angle: number, mirror: 1 | -1): Float32Array {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return places.map((_, i) => {
    const [x, y, z] = places.subarray(i - (i % 3), i - (i % 3) + 3) as unknown as [number, number, number];
    const turned = [cos * x - sin * y, mirror * (sin * x + cos * y), z];
    return 3 * (turned[i % 3] as number) + 7;
  });
}

function centered(places: Float32Array, scale: number): Float32Array {
  const means = [0, 1, 2].map((axis) => places.filter((_, i) => i % 3 === axis).reduce((a, b) => a + b) / N);
  return places.map((value, i) => scale * (value - (means[i % 3] as number)));
}

const gap = (a: Float32Array, b: Float32Array): number =>
  Math.max(...a.map((value, i) => Math.abs(value - (b[i] as number))));

it.each([
  [2, flat],
  [3, cloud],
] as const)('turns and reflects places back in %i dimensions, and keeps their size', (dimensions, places) => {
  for (const mirror of [1, -1] as const) {
    const given = changed(places, 2, mirror);
    if (dimensions === 2) given.forEach((_, i) => i % 3 === 2 && (given[i] = 0));
    expect(gap(alignedTo(given, places, rows, dimensions), centered(places, 3))).toBeLessThan(1e-3);
  }
});

it('matches points by their rows, and those without a place in the reference move along', () => {
  const reference = flat.slice();
  reference.fill(NaN, 0, 3);
  const some = rows.subarray(0, 20).toReversed();
  const given = Float32Array.from(
    [...some].flatMap((row) => [...changed(flat, 1, 1).subarray(3 * row, 3 * row + 3)]),
  );
  given.forEach((_, i) => i % 3 === 2 && (given[i] = 0));
  const made = alignedTo(given, reference, some, 2);
  const between = (places: Float32Array, a: number, b: number): number =>
    Math.atan2(
      (places[3 * a + 1] as number) - (places[3 * b + 1] as number),
      (places[3 * a] as number) - (places[3 * b] as number),
    );
  expect(between(made, 0, 1)).toBeCloseTo(between(flat, 19, 18), 4);
  expect(Number.isFinite(made[3 * 19])).toBe(true);
});

it('leaves places as they are where the reference tells nothing', () => {
  const nothing = new Float32Array(3 * N).fill(NaN);
  expect(gap(alignedTo(flat, nothing, rows, 2), flat)).toBe(0);
  expect(gap(alignedTo(flat, new Float32Array(3 * N), rows, 2), centered(flat, 1))).toBeLessThan(1e-5);
});
