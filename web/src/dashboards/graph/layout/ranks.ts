// Which column each box goes into: behind all that lead to it, and what only feeds others right before them.
import { get, type FlatGraph } from './types.ts';

/** Neighbors of boxes as one list: those of box i are `list[begin[i]]` up to `begin[i + 1]`. */
export interface Neighbors {
  begin: Uint32Array;
  list: Uint32Array;
}

export function neighbors(n: number, near: ArrayLike<number>, far: ArrayLike<number>): Neighbors {
  const begin = new Uint32Array(n + 1);
  for (let i = 0; i < near.length; i += 1) begin[(near[i] ?? 0) + 1] = get(begin, (near[i] ?? 0) + 1) + 1;
  for (let i = 0; i < n; i += 1) begin[i + 1] = get(begin, i + 1) + get(begin, i);
  const at = begin.slice(0, n);
  const list = new Uint32Array(near.length);
  for (let i = 0; i < near.length; i += 1) {
    const box = near[i] as number;
    list[get(at, box)] = far[i] as number;
    at[box] = get(at, box) + 1;
  }
  return { begin, list };
}

/** Edges with those turned around that would close a cycle; no recursion, so that long chains are no problem. */
export function withoutCycles({ widths, from, to }: FlatGraph): { from: Int32Array; to: Int32Array } {
  const n = widths.length;
  const order = Uint32Array.from(from.keys());
  const next = neighbors(n, from, order);
  const [tails, heads] = [Int32Array.from(from), Int32Array.from(to)];
  const state = new Uint8Array(n);
  const place = next.begin.slice(0, n);
  for (let root = 0; root < n; root += 1) {
    if (state[root] !== 0) continue;
    const way = [root];
    state[root] = 1;
    while (way.length > 0) {
      const box = way[way.length - 1] as number;
      if (get(place, box) >= get(next.begin, box + 1)) {
        state[box] = 2;
        way.pop();
        continue;
      }
      const edge = get(next.list, get(place, box));
      place[box] = get(place, box) + 1;
      const far = to[edge] as number;
      if (state[far] === 1) [tails[edge], heads[edge]] = [far, box];
      else if (state[far] === 0) {
        state[far] = 1;
        way.push(far);
      }
    }
  }
  return { from: tails, to: heads };
}

/** Columns by longest path. */
export function ranksOf(graph: FlatGraph, from: Int32Array, to: Int32Array): Int32Array {
  const n = graph.widths.length;
  const next = neighbors(n, from, to);
  const waiting = new Int32Array(n);
  for (const head of to) waiting[head] = get(waiting, head) + 1;
  const rank = new Int32Array(n);
  const ready: number[] = [];
  for (let box = 0; box < n; box += 1) if (waiting[box] === 0) ready.push(box);
  const isSource = Uint8Array.from(waiting, (count) => (count === 0 ? 1 : 0));
  for (let at = 0; at < ready.length; at += 1) {
    const box = ready[at] as number;
    for (let i = get(next.begin, box); i < get(next.begin, box + 1); i += 1) {
      const far = get(next.list, i);
      rank[far] = Math.max(get(rank, far), get(rank, box) + 1);
      waiting[far] = get(waiting, far) - 1;
      if (waiting[far] === 0) ready.push(far);
    }
  }
  pullSources(rank, isSource, next, graph.entrance);
  placeEnds(rank, graph);
  return rank;
}

function pullSources(rank: Int32Array, isSource: Uint8Array, next: Neighbors, entrance: number): void {
  for (let box = 0; box < rank.length; box += 1) {
    if (isSource[box] !== 1 || box === entrance) continue;
    let first = Infinity;
    for (let i = get(next.begin, box); i < get(next.begin, box + 1); i += 1)
      first = Math.min(first, get(rank, get(next.list, i)));
    if (Number.isFinite(first)) rank[box] = Math.max(0, first - 1);
  }
}

/** The entrance is before and the exit behind all others. */
function placeEnds(rank: Int32Array, { entrance, exit }: FlatGraph): void {
  if (entrance >= 0) {
    for (let box = 0; box < rank.length; box += 1) if (box !== entrance) rank[box] = get(rank, box) + 1;
    rank[entrance] = 0;
    let least = Infinity;
    for (let box = 0; box < rank.length; box += 1)
      if (box !== entrance && box !== exit) least = Math.min(least, get(rank, box));
    if (Number.isFinite(least) && least > 1)
      for (let box = 0; box < rank.length; box += 1)
        if (box !== entrance) rank[box] = get(rank, box) - (least - 1);
  }
  if (exit >= 0) {
    let last = 0;
    for (let box = 0; box < rank.length; box += 1) if (box !== exit) last = Math.max(last, get(rank, box));
    rank[exit] = last + 1;
  }
}
