// UMAP from the nearest neighbors of each point, epoch by epoch, so that its convergence can be watched.
import { createUMAPFromKNN } from 'embedding-atlas/umap';

export interface Neighbors {
  /** Row by row: `k` neighbors of each point, the nearest first. */
  indices: Int32Array;
  distances: Float32Array;
  k: number;
}

export interface UmapOptions {
  dimensions: 2 | 3;
  minDist: number;
  nEpochs: number;
  seed: number;
}

export interface UmapFrame {
  epoch: number;
  /** x, y, z of each point. */
  positions: Float32Array;
  /** How far a point moved per epoch, on average, in parts of the picture. */
  moved: number;
}

/** As many as umap-learn takes for few points and for many. Of 10,000 points, 300 epochs keep as many neighbors as its 500. */
export function usualEpochs(nPoints: number): number {
  if (nPoints <= 2500) return 500;
  return nPoints <= 10_000 ? 300 : 200;
}

const FRAME_MS = 120;

/** Frames until the last epoch; the first is the layout that it begins with. `proceed` may wait, as in a pause. */
export async function* runUmap(
  { indices, distances, k }: Neighbors,
  { dimensions, minDist, nEpochs, seed }: UmapOptions,
  proceed: () => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<UmapFrame> {
  const n = indices.length / k;
  const umap = await createUMAPFromKNN(n, dimensions, indices, distances, { minDist, nEpochs, seed });
  try {
    let positions = asPositions(umap.embedding, dimensions);
    yield { epoch: 0, positions, moved: 0 };
    let stride = 1;
    for (let epoch = 0; epoch < nEpochs;) {
      await proceed();
      const started = performance.now();
      const steps = Math.min(stride, nEpochs - epoch);
      for (let i = 0; i < steps; i += 1) {
        // The rate falls evenly to nothing, as UMAP is defined.
        umap.setParameters({ learningRate: 1 - (epoch + i) / nEpochs });
        await umap.step(1);
      }
      epoch += steps;
      const took_ms = performance.now() - started;
      const next = asPositions(umap.embedding, dimensions);
      yield { epoch, positions: next, moved: meanMove(positions, next) / steps };
      positions = next;
      stride = Math.max(1, Math.min(50, Math.round((steps * FRAME_MS) / Math.max(1, took_ms))));
    }
  } finally {
    umap.destroy();
  }
}

function asPositions(embedding: Float32Array, dimensions: 2 | 3): Float32Array {
  if (dimensions === 3) return Float32Array.from(embedding);
  const n = embedding.length / 2;
  const made = new Float32Array(3 * n);
  for (let i = 0; i < n; i += 1) {
    made[3 * i] = embedding[2 * i] as number;
    made[3 * i + 1] = embedding[2 * i + 1] as number;
  }
  return made;
}

function meanMove(before: Float32Array, after: Float32Array): number {
  let [moves, extent] = [0, 0];
  for (let i = 0; i < after.length; i += 1) {
    moves += Math.abs((after[i] as number) - (before[i] as number));
    extent += Math.abs(after[i] as number);
  }
  return extent > 0 ? moves / extent : 0;
}
