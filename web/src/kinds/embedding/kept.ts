// How good a projection is: the share of each point's ten nearest neighbors that are still its ten nearest in the picture.
import type { Neighbors } from './umap.ts';

export const N_KEPT = 10;
/** So many distances are computed at most: a sample of points then stands for all. */
const MOST_DISTANCES = 60_000_000;

export function keptShare(
  { indices, k }: Pick<Neighbors, 'indices' | 'k'>,
  positions: Float32Array,
): number | null {
  const n = positions.length / 3;
  const wanted = Math.min(N_KEPT, k, n - 1);
  if (wanted < 1) return null;
  const nSampled = Math.max(1, Math.min(n, Math.floor(MOST_DISTANCES / n)));
  let found = 0;
  for (let s = 0; s < nSampled; s += 1) {
    const point = Math.floor((s * n) / nSampled);
    const near = nearestOf(positions, point, wanted);
    let seen = 0;
    for (let i = 0; i < k && seen < wanted; i += 1) {
      const neighbor = indices[point * k + i] as number;
      if (neighbor === point) continue;
      seen += 1;
      if (near.has(neighbor)) found += 1;
    }
  }
  return found / (nSampled * wanted);
}

/** The nearest points in the picture, held in a short sorted list. */
function nearestOf(positions: Float32Array, point: number, n: number): Set<number> {
  const ids = new Int32Array(n).fill(-1);
  const distances = new Float64Array(n).fill(Infinity);
  const [x, y, z] = [
    positions[3 * point] as number,
    positions[3 * point + 1] as number,
    positions[3 * point + 2] as number,
  ];
  let farthest = Infinity;
  for (let i = 0, at = 0; at < positions.length; i += 1, at += 3) {
    const dx = (positions[at] as number) - x;
    const dy = (positions[at + 1] as number) - y;
    const dz = (positions[at + 2] as number) - z;
    const away = dx * dx + dy * dy + dz * dz;
    if (!(away < farthest) || i === point) continue;
    let place = n - 1;
    while (place > 0 && (distances[place - 1] as number) > away) {
      distances[place] = distances[place - 1] as number;
      ids[place] = ids[place - 1] as number;
      place -= 1;
    }
    distances[place] = away;
    ids[place] = i;
    farthest = distances[n - 1] as number;
  }
  return new Set(ids);
}
