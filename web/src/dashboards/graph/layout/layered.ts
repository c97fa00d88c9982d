// Our own layout, for groups that are too large for dagre: columns by longest path, few sweeps against crossings, linear in time.
import { neighbors, ranksOf, withoutCycles, type Neighbors } from './ranks.ts';
import { GAP, get, type FlatGraph, type FlatLayout, type Way } from './types.ts';

/** Beyond this many boxes crossings are no longer seen. */
const MAX_SORTED = 6000;
const N_SWEEPS = 4;

export function layeredLayout(graph: FlatGraph): FlatLayout {
  const n = graph.widths.length;
  const edges = withoutCycles(graph);
  const rank = ranksOf(graph, edges.from, edges.to);
  const columns = columnsOf(rank);
  const before = neighbors(n, edges.to, edges.from);
  const after = neighbors(n, edges.from, edges.to);
  const place = placesIn(columns, n);
  if (n <= MAX_SORTED) sortColumns(columns, place, before, after);
  const x = columnPlaces(columns, graph.widths);
  const y = heightsIn(columns, graph.heights, before, after);
  return {
    x: [...x],
    y: [...y],
    ways: graph.from.map((from, edge) => straightWay(graph, x, y, from, graph.to[edge] ?? 0)),
    ...extent(graph, x, y),
  };
}

function columnsOf(rank: Int32Array): number[][] {
  const columns: number[][] = [];
  rank.forEach((column, box) => (columns[column] ??= []).push(box));
  return Array.from(columns, (column) => column ?? []);
}

function placesIn(columns: readonly number[][], n: number): Float64Array {
  const place = new Float64Array(n);
  for (const column of columns) column.forEach((box, at) => (place[box] = at));
  return place;
}

/** By the mean place of the neighbors in the columns before, then behind. */
function sortColumns(columns: number[][], place: Float64Array, before: Neighbors, after: Neighbors): void {
  for (let sweep = 0; sweep < N_SWEEPS; sweep += 1) {
    const isForth = sweep % 2 === 0;
    for (const column of isForth ? columns : [...columns].reverse()) {
      if (column.length < 2) continue;
      const wanted = new Map(column.map((box) => [box, meanOf(isForth ? before : after, place, box)]));
      column.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
      column.forEach((box, at) => (place[box] = at));
    }
  }
}

function meanOf(near: Neighbors, place: Float64Array, box: number): number {
  const [begin, end] = [get(near.begin, box), get(near.begin, box + 1)];
  if (begin === end) return get(place, box);
  let sum = 0;
  for (let i = begin; i < end; i += 1) sum += get(place, get(near.list, i));
  return sum / (end - begin);
}

function columnPlaces(columns: readonly number[][], widths: readonly number[]): Float64Array {
  const x = new Float64Array(widths.length);
  let left = 0;
  for (const column of columns) {
    const width = column.reduce((most, box) => Math.max(most, widths[box] ?? 0), 0);
    for (const box of column) x[box] = left + (width - (widths[box] ?? 0)) / 2;
    left += width + GAP.rank;
  }
  return x;
}

/** Each box as near to the middle of its neighbors as the boxes around it let it. */
function heightsIn(
  columns: readonly number[][],
  heights: readonly number[],
  before: Neighbors,
  after: Neighbors,
): Float64Array {
  const middle = new Float64Array(heights.length);
  for (const column of columns) {
    const total = column.reduce((sum, box) => sum + (heights[box] ?? 0) + GAP.box, -GAP.box);
    let top = -total / 2;
    for (const box of column) {
      middle[box] = top + (heights[box] ?? 0) / 2;
      top += (heights[box] ?? 0) + GAP.box;
    }
  }
  for (let sweep = 0; sweep < N_SWEEPS; sweep += 1) {
    const isForth = sweep % 2 === 0;
    for (const column of isForth ? columns : [...columns].reverse())
      settle(
        column,
        column.map((box) => meanOf(isForth ? before : after, middle, box)),
        middle,
        heights,
      );
  }
  return middle.map((at, box) => at - (heights[box] ?? 0) / 2);
}

/** In their order, without overlap: pushed down first, then the whole column back by the mean of what they were pushed. */
function settle(
  column: readonly number[],
  wanted: readonly number[],
  middle: Float64Array,
  heights: readonly number[],
): void {
  let bottom = -Infinity;
  let pushed = 0;
  column.forEach((box, i) => {
    const half = (heights[box] ?? 0) / 2;
    const at = Math.max(wanted[i] ?? 0, bottom + half);
    pushed += at - (wanted[i] ?? 0);
    middle[box] = at;
    bottom = at + half + GAP.box;
  });
  const back = pushed / Math.max(1, column.length);
  for (const box of column) middle[box] = get(middle, box) - back;
}

function straightWay(
  { widths, heights }: FlatGraph,
  x: Float64Array,
  y: Float64Array,
  from: number,
  to: number,
): Way {
  return {
    points: [
      get(x, from) + (widths[from] ?? 0),
      get(y, from) + (heights[from] ?? 0) / 2,
      get(x, to),
      get(y, to) + (heights[to] ?? 0) / 2,
    ],
    isSquare: false,
  };
}

function extent(
  { widths, heights }: FlatGraph,
  x: Float64Array,
  y: Float64Array,
): { width: number; height: number } {
  let [right, top, bottom] = [0, Infinity, -Infinity];
  for (let box = 0; box < x.length; box += 1) {
    right = Math.max(right, get(x, box) + (widths[box] ?? 0));
    top = Math.min(top, get(y, box));
    bottom = Math.max(bottom, get(y, box) + (heights[box] ?? 0));
  }
  return { width: right, height: Math.max(0, bottom - top) };
}
