// Groups in groups: what is inside is laid out first, then stands as one box in the group around it. An edge that leaves a
// group goes to the group's right edge, one that enters it comes from its left edge, each at one place.
import { LayoutCache } from './layout_cache.ts';
import {
  get,
  PADDING,
  type FlatGraph,
  type FlatLayout,
  type NestedGraph,
  type NestedLayout,
} from './types.ts';

/** Stands for the graph itself, which has no row. */
const WHOLE = -1;
const END_HEIGHT = 8;
/** An end that is moved farther than this leaves its way with a bend to nowhere. */
const DETOUR = 12;

/** How many of the groups are laid out; false: stop. */
export type Progress = (done: number, total: number) => boolean;

export class Cancelled extends Error {}

/** The children of one open row, and which of them are joined. */
class Group {
  readonly children: number[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly #pairs = new Map<number, number>();
  isEntered = false;
  isLeft = false;
  layout: FlatLayout = { x: [], y: [], ways: [], width: 0, height: 0 };

  constructor(readonly row: number) {}

  /** Children are numbered; the entrance and the exit come after them. */
  get entrance(): number {
    return this.children.length;
  }

  get exit(): number {
    return this.children.length + 1;
  }

  /** The number of a pair, which is one for all edges between the same children. */
  join(from: number, to: number): number {
    const key = from * (this.children.length + 2) + to;
    let pair = this.#pairs.get(key);
    if (pair === undefined) {
      pair = this.from.length;
      this.#pairs.set(key, pair);
      this.from.push(from);
      this.to.push(to);
    }
    this.isEntered ||= from === this.entrance;
    this.isLeft ||= to === this.exit;
    return pair;
  }

  flat(width: Float32Array, height: Float32Array): FlatGraph {
    const { entrance, exit } = this;
    // Ends have their numbers whether they are joined or not; those that are not take no place.
    return {
      widths: [...this.children.map((row) => get(width, row)), 0, 0],
      heights: [...this.children.map((row) => get(height, row)), END_HEIGHT, END_HEIGHT],
      from: this.from,
      to: this.to,
      entrance: this.isEntered ? entrance : -1,
      exit: this.isLeft ? exit : -1,
    };
  }
}

type Step = readonly [group: Group, pair: number];

export function nestedLayout(
  graph: NestedGraph,
  onGroup: Progress = () => true,
  cache: LayoutCache = new LayoutCache(),
): NestedLayout {
  const tree = new GroupTree(graph);
  const steps = Array.from(graph.from, (from, edge) => tree.stepsOf(from, get(graph.to, edge)));
  const { width, height } = layOut(tree, graph, onGroup, cache);
  const { x, y, origins } = place(tree, width);
  const whole = tree.whole.layout;
  return {
    ...{ x, y, width, height },
    ...drawWays(tree, steps, origins, width, x, graph.isOpen),
    totalWidth: whole.width,
    totalHeight: whole.height,
  };
}

class GroupTree {
  readonly whole = new Group(WHOLE);
  /** From the outside in. */
  readonly groups: Group[] = [this.whole];
  readonly #of: Group[] = [];
  readonly #place: Int32Array;
  readonly #depth: Int32Array;
  readonly #parent: Int32Array;

  constructor({ parent, isOpen }: NestedGraph) {
    const byRow = new Map<number, Group>([[WHOLE, this.whole]]);
    this.#parent = parent;
    this.#place = new Int32Array(parent.length);
    this.#depth = new Int32Array(parent.length);
    parent.forEach((above, row) => {
      const around = byRow.get(above) ?? this.whole;
      this.#of.push(around);
      this.#place[row] = around.children.length;
      this.#depth[row] = above === WHOLE ? 0 : get(this.#depth, above) + 1;
      around.children.push(row);
      if (!isOpen[row]) return;
      const group = new Group(row);
      byRow.set(row, group);
      this.groups.push(group);
    });
  }

  /** The pieces of an edge, from its source to its target. */
  stepsOf(source: number, target: number): Step[] {
    const [out, inward]: [Step[], Step[]] = [[], []];
    let [from, to] = [source, target];
    while (get(this.#of, from) !== get(this.#of, to)) {
      const isSourceDeeper = get(this.#depth, from) >= get(this.#depth, to);
      const group = get(this.#of, isSourceDeeper ? from : to);
      if (isSourceDeeper) {
        out.push([group, group.join(get(this.#place, from), group.exit)]);
        from = get(this.#parent, from);
      } else {
        inward.push([group, group.join(group.entrance, get(this.#place, to))]);
        to = get(this.#parent, to);
      }
    }
    // Both in one box: the edge goes around in it, and has no piece outside.
    if (from === to) return [...out, ...inward.reverse()];
    const common = get(this.#of, from);
    return [...out, [common, common.join(get(this.#place, from), get(this.#place, to))], ...inward.reverse()];
  }
}

function layOut(
  { groups }: GroupTree,
  graph: NestedGraph,
  onGroup: Progress,
  cache: LayoutCache,
): { width: Float32Array; height: Float32Array } {
  const [width, height] = [graph.width.slice(), graph.height.slice()];
  let done = 0;
  for (const group of [...groups].reverse()) {
    if (!onGroup(done, groups.length)) throw new Cancelled();
    group.layout = cache.layout(group.flat(width, height));
    done += 1;
    if (group.row === WHOLE) continue;
    width[group.row] = Math.max(get(graph.width, group.row), group.layout.width + 2 * PADDING.side);
    height[group.row] = group.layout.height + PADDING.top + PADDING.bottom;
  }
  return { width, height };
}

type Origins = ReadonlyMap<Group, readonly [left: number, top: number]>;

function place(
  { groups }: GroupTree,
  width: Float32Array,
): { x: Float32Array; y: Float32Array; origins: Origins } {
  const [x, y] = [new Float32Array(width.length), new Float32Array(width.length)];
  const origins = new Map<Group, readonly [number, number]>();
  for (const group of groups) {
    const { row, layout, children } = group;
    // A long name makes a group wider than what is in it.
    const spare = row === WHOLE ? 0 : get(width, row) - 2 * PADDING.side - layout.width;
    const left = row === WHOLE ? 0 : get(x, row) + PADDING.side + spare / 2;
    const top = row === WHOLE ? 0 : get(y, row) + PADDING.top;
    origins.set(group, [left, top]);
    children.forEach((child, i) => {
      x[child] = left + get(layout.x, i);
      y[child] = top + get(layout.y, i);
    });
  }
  return { x, y, origins };
}

type Ways = Pick<NestedLayout, 'pieceBegin' | 'points' | 'isSquare' | 'hasHead' | 'edgeBegin' | 'edgePieces'>;

function drawWays(
  { groups }: GroupTree,
  steps: readonly Step[][],
  origins: Origins,
  width: Float32Array,
  x: Float32Array,
  isOpen: Uint8Array,
): Ways {
  const firstPiece = new Map<Group, number>();
  const byRow = new Map(groups.map((group) => [group.row, group]));
  /** Where ways go through the edge of an open child; null where it is not open. */
  const endHeight = (group: Group, child: number, end: 'entrance' | 'exit'): number | null => {
    const inner = child < group.children.length ? byRow.get(get(group.children, child)) : undefined;
    const top = inner && origins.get(inner)?.[1];
    return inner === undefined || top === undefined
      ? null
      : top + get(inner.layout.y, inner[end]) + END_HEIGHT / 2;
  };
  const begin = [0];
  const points: number[] = [];
  const [isSquare, hasHead]: [number[], number[]] = [[], []];
  for (const group of groups) {
    firstPiece.set(group, isSquare.length);
    const [left, top] = origins.get(group) ?? [0, 0];
    group.layout.ways.forEach((way, pair) => {
      const shifted = way.points.map((at, i) => at + (i % 2 === 0 ? left : top));
      reachEdges(shifted, group, pair, width, x);
      meetEnds(shifted, way.isSquare, endHeight(group, get(group.from, pair), 'exit'), 'first');
      meetEnds(shifted, way.isSquare, endHeight(group, get(group.to, pair), 'entrance'), 'last');
      points.push(...shifted);
      begin.push(points.length / 2);
      isSquare.push(way.isSquare ? 1 : 0);
      hasHead.push(isIntoBox(group, pair, isOpen) ? 1 : 0);
    });
  }
  const edgeBegin = new Uint32Array(steps.length + 1);
  steps.forEach((own, edge) => (edgeBegin[edge + 1] = get(edgeBegin, edge) + own.length));
  return {
    pieceBegin: Uint32Array.from(begin),
    points: Float32Array.from(points),
    isSquare: Uint8Array.from(isSquare),
    hasHead: Uint8Array.from(hasHead),
    edgeBegin,
    edgePieces: Uint32Array.from(
      steps.flatMap((own) => own.map(([group, pair]) => (firstPiece.get(group) ?? 0) + pair)),
    ),
  };
}

/** A way to an open group ends where it goes on inside. */
function meetEnds(points: number[], isSquare: boolean, y: number | null, which: 'first' | 'last'): void {
  if (y === null) return;
  const at = which === 'first' ? 1 : points.length - 1;
  const next = which === 'first' ? at + 2 : at - 2;
  // A bend on the way to where the end was would now be a detour.
  if (!isSquare && points.length > 4 && Math.abs((points[at] ?? 0) - y) > DETOUR) points.splice(next - 1, 2);
  points[which === 'first' ? 1 : points.length - 1] = y;
  // The corner before lies on the same height.
  if (isSquare) points[next] = y;
}

/** Ways from an entrance begin at the edge of the group's box, those to an exit end there. */
function reachEdges(
  points: number[],
  group: Group,
  pair: number,
  width: Float32Array,
  x: Float32Array,
): void {
  if (group.row === WHOLE) return;
  const left = get(x, group.row);
  if (get(group.from, pair) === group.entrance) points.unshift(left, points[1] ?? 0);
  if (get(group.to, pair) === group.exit) points.push(left + get(width, group.row), points.at(-1) ?? 0);
}

/** A head where the way ends at what is not open. */
function isIntoBox(group: Group, pair: number, isOpen: Uint8Array): boolean {
  const child = get(group.to, pair);
  return child !== group.exit && !isOpen[get(group.children, child)];
}
