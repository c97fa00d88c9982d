// Layouts: boxes never overlap, edges go from left to right, long chains are wrapped and overflow nothing.
import { describe, expect, it } from 'vitest';
import { flatLayout } from './flat_layout.ts';
import { nestedLayout } from './nested_layout.ts';
import type { FlatGraph, FlatLayout, NestedGraph } from './types.ts';

function flat(
  n: number,
  edges: readonly (readonly [number, number])[],
  ends: Partial<FlatGraph> = {},
): FlatGraph {
  return {
    widths: new Array<number>(n).fill(100),
    heights: new Array<number>(n).fill(40),
    from: edges.map(([from]) => from),
    to: edges.map(([, to]) => to),
    entrance: -1,
    exit: -1,
    ...ends,
  };
}

const chain = (n: number): FlatGraph =>
  flat(
    n,
    Array.from({ length: n - 1 }, (_, i) => [i, i + 1]),
  );

/** Pairs of boxes that cover each other, by a sweep over x. */
function overlaps(graph: FlatGraph, { x, y }: FlatLayout): number {
  const order = [...x.keys()].sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0));
  let n = 0;
  order.forEach((box, i) => {
    for (let j = i + 1; j < order.length; j += 1) {
      const other = order[j] as number;
      if ((x[other] ?? 0) >= (x[box] ?? 0) + (graph.widths[box] ?? 0)) break;
      const apart = Math.abs((y[box] ?? 0) - (y[other] ?? 0)) >= (graph.heights[box] ?? 0);
      if (!apart) n += 1;
    }
  });
  return n;
}

describe('flatLayout', () => {
  it('puts what depends on others to their right', () => {
    const layout = flatLayout(
      flat(4, [
        [0, 1],
        [1, 2],
        [0, 2],
        [3, 2],
      ]),
    );
    expect(layout.x[1]).toBeGreaterThan((layout.x[0] ?? 0) + 100);
    expect(layout.x[2]).toBeGreaterThan((layout.x[1] ?? 0) + 100);
    expect(layout.x[3]).toBeLessThan(layout.x[2] ?? 0);
  });

  it.each([12, 60, 1000])('covers no box with another among %i', (n) => {
    const edges = Array.from({ length: n * 2 }, (_, i) => {
      const from = (i * 7919) % (n - 1);
      return [from, Math.min(n - 1, from + 1 + ((i * 31) % 9))] as const;
    });
    const unique = [...new Map(edges.map((edge) => [edge.join(), edge])).values()];
    const graph = flat(n, unique);
    expect(overlaps(graph, flatLayout(graph))).toBe(0);
  });

  it.each([70, 5000, 50_000])('wraps a chain of %i boxes', (n) => {
    const graph = chain(n);
    const layout = flatLayout(graph);
    expect(layout.width / layout.height).toBeLessThan(6);
    expect(layout.ways.length).toBe(n - 1);
    expect(layout.ways.some((way) => way.isSquare)).toBe(true);
    expect(layout.x.every(Number.isFinite) && layout.y.every(Number.isFinite)).toBe(true);
    if (n <= 5000) expect(overlaps(graph, layout)).toBe(0);
  });

  it('puts a line of boxes of several heights in the middle of one line', () => {
    const heights = [40, 26, 200, 40];
    const graph = { ...chain(4), heights };
    const layout = flatLayout(graph);
    expect(layout.y.map((top, box) => top + (heights[box] ?? 0) / 2)).toEqual([100, 100, 100, 100]);
    expect(layout.x).toEqual([0, 146, 292, 438]);
    expect([layout.width, layout.height]).toEqual([538, 200]);
  });

  it('leads ways to the next column without bends', () => {
    const layout = flatLayout(
      flat(4, [
        [0, 1],
        [0, 2],
        [1, 3],
        [0, 3],
      ]),
    );
    expect(layout.ways.map(({ points }) => points.length > 4)).toEqual([false, false, false, true]);
  });

  it('leads the way back of a short cycle around its boxes', () => {
    const layout = flatLayout(
      flat(3, [
        [0, 1],
        [1, 2],
        [2, 0],
      ]),
    );
    const back = layout.ways[2]?.points ?? [];
    expect(Math.min(...back.filter((_, i) => i % 2 === 1))).toBeLessThan(layout.y[1] ?? 0);
  });

  it.each([3, 400])('lays a cycle of %i boxes out', (n) => {
    const edges = Array.from({ length: n }, (_, i) => [i, (i + 1) % n] as const);
    const layout = flatLayout(flat(n, edges));
    expect(overlaps(flat(n, edges), layout)).toBe(0);
    expect(layout.ways.every(({ points }) => points.length >= 4)).toBe(true);
  });

  it('puts boxes without edges in rows below the others', () => {
    const layout = flatLayout(flat(40, [[0, 1]]));
    expect(Math.min(...layout.y.slice(2))).toBeGreaterThan(Math.max(layout.y[0] ?? 0, layout.y[1] ?? 0));
    expect(new Set(layout.y.slice(2)).size).toBeGreaterThan(1);
    expect(overlaps(flat(40, [[0, 1]]), layout)).toBe(0);
  });

  it('puts the entrance before and the exit behind all others', () => {
    const layout = flatLayout(
      flat(
        6,
        [
          [4, 0],
          [0, 1],
          [2, 1],
          [3, 5],
        ],
        { entrance: 4, exit: 5 },
      ),
    );
    for (const box of [0, 1, 2, 3]) {
      expect(layout.x[box]).toBeGreaterThan(layout.x[4] ?? 0);
      expect(layout.x[box]).toBeLessThan(layout.x[5] ?? 0);
    }
  });
});

function nested(
  parent: number[],
  isOpen: number[],
  edges: readonly (readonly [number, number])[],
): NestedGraph {
  return {
    parent: Int32Array.from(parent),
    width: new Float32Array(parent.length).fill(100),
    height: new Float32Array(parent.length).fill(40),
    isOpen: Uint8Array.from(isOpen),
    from: Int32Array.from(edges, ([from]) => from),
    to: Int32Array.from(edges, ([, to]) => to),
  };
}

describe('nestedLayout', () => {
  // 0 → group 1 { 2 → 3 } → 4
  const layout = nestedLayout(
    nested(
      [-1, -1, 1, 1, -1],
      [0, 1, 0, 0, 0],
      [
        [0, 2],
        [2, 3],
        [3, 4],
      ],
    ),
  );
  const box = (row: number): { left: number; right: number; top: number; bottom: number } => ({
    left: layout.x[row] ?? 0,
    right: (layout.x[row] ?? 0) + (layout.width[row] ?? 0),
    top: layout.y[row] ?? 0,
    bottom: (layout.y[row] ?? 0) + (layout.height[row] ?? 0),
  });
  const pieces = (edge: number): number[] => [
    ...layout.edgePieces.slice(layout.edgeBegin[edge], layout.edgeBegin[edge + 1]),
  ];
  const points = (piece: number): number[] => [
    ...layout.points.slice(2 * (layout.pieceBegin[piece] ?? 0), 2 * (layout.pieceBegin[piece + 1] ?? 0)),
  ];

  it('has what is in a group inside its box', () => {
    for (const row of [2, 3]) {
      expect(box(row).left).toBeGreaterThan(box(1).left);
      expect(box(row).right).toBeLessThan(box(1).right);
      expect(box(row).top).toBeGreaterThan(box(1).top);
      expect(box(row).bottom).toBeLessThan(box(1).bottom);
    }
  });

  it('leads an edge into a group through its left edge', () => {
    const [outer, inner] = pieces(0);
    expect(pieces(0)).toHaveLength(2);
    const out = points(outer ?? 0);
    const into = points(inner ?? 0);
    expect(out.at(-2)).toBeCloseTo(box(1).left, 0);
    expect(into[0]).toBeCloseTo(box(1).left, 0);
    expect(into[1]).toBeCloseTo(out.at(-1) ?? 0, 1);
    expect(into.at(-2)).toBeCloseTo(box(2).left, 0);
    expect([layout.hasHead[outer ?? 0], layout.hasHead[inner ?? 0]]).toEqual([0, 1]);
  });

  it('leads an edge out of a group through its right edge', () => {
    const [inner] = pieces(2);
    expect(points(inner ?? 0).at(-2)).toBeCloseTo(box(1).right, 0);
  });

  it('leaves no bend to where an end would be, had its group no entrance elsewhere', () => {
    // 0 → 1 → group 2 { 3, and 40 boxes below it }, and 0 → 3
    const below = Array.from({ length: 40 }, () => 2);
    const tall = nested(
      [-1, -1, -1, 2, ...below],
      [0, 0, 1, 0, ...below.map(() => 0)],
      [
        [0, 1],
        [1, 3],
        [0, 3],
      ],
    );
    const made = nestedLayout(tall);
    const piece = made.edgePieces[made.edgeBegin[2] ?? 0] ?? 0;
    const [begin = 0, end = 0] = [made.pieceBegin[piece], made.pieceBegin[piece + 1]];
    const heights = [...made.points.slice(2 * begin, 2 * end)].filter((_, i) => i % 2 === 1);
    const middle = (made.y[2] ?? 0) + (made.height[2] ?? 0) / 2;
    expect(Math.abs((heights.at(-1) ?? 0) - middle)).toBeGreaterThan(100);
    // All others lie between the box that the way comes from and that it passes.
    const passed = [made.y[0] ?? 0, made.y[1] ?? 0];
    expect(Math.min(...heights.slice(0, -1))).toBeGreaterThan(Math.min(...passed) - 60);
    expect(Math.max(...heights.slice(0, -1))).toBeLessThan(Math.max(...passed) + 100);
    expect(heights).toHaveLength(4);
  });

  it('stops between two groups when it is told to', () => {
    const graph = nested([-1, 0, -1, 2], [1, 0, 1, 0], []);
    expect(() => nestedLayout(graph, (done) => done < 1)).toThrow();
  });

  it('lays thousands of nested groups out without recursion', () => {
    const n = 3000;
    const deep = nested(
      Array.from({ length: n }, (_, i) => i - 1),
      Array.from({ length: n }, (_, i) => (i < n - 1 ? 1 : 0)),
      [],
    );
    expect(nestedLayout(deep).totalWidth).toBeGreaterThan(n);
  });
});
