// The order in which the worker draws points. Layers are fair samples of all points, each as large as all before it together;
// within a layer neighbors in space follow each other, so that their pixels are in the processor's cache.
import { shuffledOrder } from './points.ts';

export interface Layers {
  order: Uint32Array;
  /** Where each layer ends; the last is all points. */
  ends: readonly number[];
}

const FIRST = 20_000;
/** Cells along an axis, as a power of two. */
const BITS = 5;
const N_CELLS = 2 ** BITS;

export function layersOf(positions: Float32Array): Layers {
  const n = positions.length / 3;
  const shuffled = shuffledOrder(n);
  const order = new Uint32Array(n);
  const cells = cellsOf(positions);
  const ends: number[] = [];
  for (let begin = 0, end = Math.min(n, FIRST); begin < n; begin = end, end = Math.min(n, 2 * end)) {
    sortByCell(shuffled.subarray(begin, end), cells, order.subarray(begin, end));
    ends.push(end);
  }
  return { order, ends };
}

/** As many whole layers as `wanted` allows, at least one. */
export function wholeLayers({ ends }: Layers, wanted: number): number {
  return ends.findLast((end) => end <= wanted) ?? ends[0] ?? 0;
}

/** The cell of each point, along a curve on which neighbors are near each other. */
function cellsOf(positions: Float32Array): Uint16Array {
  const axes = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < positions.length; at += 3) {
      const value = positions[at] as number;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const curve = Uint16Array.from({ length: N_CELLS }, (_, cell) => spread(cell) << axis);
    return { low, scale: high > low ? (N_CELLS - 0.01) / (high - low) : 0, curve };
  }) as [Axis, Axis, Axis];
  const cells = new Uint16Array(positions.length / 3);
  for (let i = 0; i < cells.length; i += 1) cells[i] = cellOf(positions, 3 * i, axes);
  return cells;
}

interface Axis {
  low: number;
  scale: number;
  curve: Uint16Array;
}

function cellOf(positions: Float32Array, at: number, [x, y, z]: readonly [Axis, Axis, Axis]): number {
  // Points without a place end in the first cell.
  const along = ({ low, scale, curve }: Axis, value: number): number =>
    curve[((value - low) * scale) | 0] as number;
  return (
    along(x, positions[at] as number) |
    along(y, positions[at + 1] as number) |
    along(z, positions[at + 2] as number)
  );
}

/** The bits of a number with two empty ones between them. */
function spread(cell: number): number {
  let made = 0;
  for (let bit = 0; bit < BITS; bit += 1) made |= ((cell >> bit) & 1) << (3 * bit);
  return made;
}

/** By counting, since there are few cells. */
function sortByCell(from: Uint32Array, cells: Uint16Array, into: Uint32Array): void {
  const starts = new Uint32Array(N_CELLS ** 3 + 1);
  for (const point of from) {
    const after = (cells[point] as number) + 1;
    starts[after] = (starts[after] as number) + 1;
  }
  for (let cell = 1; cell < starts.length; cell += 1)
    starts[cell] = (starts[cell] as number) + (starts[cell - 1] as number);
  for (const point of from) {
    const cell = cells[point] as number;
    into[starts[cell] as number] = point;
    starts[cell] = (starts[cell] as number) + 1;
  }
}
