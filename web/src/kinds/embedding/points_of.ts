// Answers about points as arrays: places as the painters want them, neighbors without points that have none.
import type { Columns } from '../../data/columns.ts';
import type { Neighbors } from './umap.ts';

/** x, y, z of each point; z is 0 where the answer has none. */
export function positionsOf(columns: Columns): Float32Array {
  const [xs, ys] = [columns.numbers('x'), columns.numbers('y')];
  const zs = columns.nMissing('z') === columns.rows ? null : columns.numbers('z');
  const made = new Float32Array(3 * columns.rows);
  for (let i = 0; i < columns.rows; i += 1) {
    made[3 * i] = xs[i] as number;
    made[3 * i + 1] = ys[i] as number;
    made[3 * i + 2] = zs ? (zs[i] as number) : 0;
  }
  return made;
}

/** Neighbors of the points that have some, counted anew; `rows` are their places among all. */
export function compactNeighbors(columns: Columns): {
  neighbors: Neighbors;
  rows: Int32Array;
  nPoints: number;
} {
  const k = Math.max(1, Number(columns.notes['k']));
  const points = columns.numbers('point');
  const found = columns.numbers('neighbor');
  const n = columns.rows / k;
  const rows = Int32Array.from({ length: n }, (_, i) => points[i * k] as number);
  const nPoints = Number(columns.notes['points'] ?? (rows.at(-1) ?? -1) + 1);
  const places = new Int32Array(Math.max(nPoints, (rows.at(-1) ?? -1) + 1));
  rows.forEach((row, place) => (places[row] = place));
  return {
    neighbors: {
      indices: Int32Array.from(found, (point) => places[point] as number),
      distances: Float32Array.from(columns.numbers('distance')),
      k,
    },
    rows,
    nPoints,
  };
}

/** Places of some points as places of all; NaN for the others. */
export function spreadPositions(positions: Float32Array, rows: Int32Array, nPoints: number): Float32Array {
  if (rows.length === nPoints) return positions;
  const made = new Float32Array(3 * nPoints).fill(NaN);
  rows.forEach((row, i) => made.set(positions.subarray(3 * i, 3 * i + 3), 3 * row));
  return made;
}
