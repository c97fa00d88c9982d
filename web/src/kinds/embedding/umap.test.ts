import { expect, it } from 'vitest';
import { keptShare } from './kept.ts';
import { runUmap, usualEpochs, type Neighbors } from './umap.ts';

const N = 120;
const K = 12;

/** Two clouds, far apart, in ten dimensions. */
function vectors(): Float32Array[] {
  let state = 7;
  const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647;
  return Array.from({ length: N }, (_, i) =>
    Float32Array.from({ length: 10 }, () => random() + (i % 2 ? 5 : 0)),
  );
}

function neighborsOf(points: readonly Float32Array[]): Neighbors {
  const indices = new Int32Array(N * K);
  const distances = new Float32Array(N * K);
  points.forEach((one, i) => {
    const away = points.map((other) => Math.hypot(...one.map((x, axis) => x - (other[axis] as number))));
    const order = [...away.keys()].filter((j) => j !== i).sort((a, b) => (away[a] ?? 0) - (away[b] ?? 0));
    order.slice(0, K).forEach((j, place) => {
      indices[i * K + place] = j;
      distances[i * K + place] = away[j] as number;
    });
  });
  return { indices, distances, k: K };
}

it('lays two clouds out apart, in frames up to the last epoch, the same for the same seed', async () => {
  const neighbors = neighborsOf(vectors());
  const options = { dimensions: 2, minDist: 0.1, nEpochs: 60, seed: 3 } as const;
  const run = async (): Promise<Float32Array> => {
    let last: { epoch: number; positions: Float32Array } = { epoch: -1, positions: new Float32Array(0) };
    for await (const frame of runUmap(neighbors, options)) {
      expect(frame.epoch).toBeGreaterThan(last.epoch);
      last = frame;
    }
    expect(last.epoch).toBe(60);
    return last.positions;
  };
  const positions = await run();
  expect(positions).toHaveLength(3 * N);
  expect(positions.every(Number.isFinite)).toBe(true);
  expect(keptShare(neighbors, positions)).toBeGreaterThan(0.3);
  expect(await run()).toEqual(positions);
});

it('counts the neighbors kept: all in the same places, few in random ones', () => {
  const flat = vectors().map((one) => one.fill(0, 3));
  const neighbors = neighborsOf(flat);
  const positions = Float32Array.from(flat.flatMap((one) => [...one.subarray(0, 3)]));
  expect(keptShare(neighbors, positions)).toBeCloseTo(1, 5);
  expect(keptShare(neighbors, positions.toReversed())).toBeLessThan(0.5);
  expect(keptShare({ indices: new Int32Array(0), k: 0 }, new Float32Array(3))).toBeNull();
});

it('takes fewer epochs for more points', () => {
  expect([2500, 10_000, 10_001].map(usualEpochs)).toEqual([500, 300, 200]);
});
