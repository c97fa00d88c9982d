// One group: by dagre where it is small and branches, else by our own layout; what is joined to nothing in rows below; long lines wrapped.
import { dagreLayout } from './dagre_layout.ts';
import { layeredLayout } from './layered.ts';
import { ranksOf, withoutCycles } from './ranks.ts';
import { GAP, get, type FlatGraph, type FlatLayout } from './types.ts';
import { wrapped } from './wrap.ts';

/** Beyond these dagre takes longer than one waits, and on long chains it overflows the stack. */
const MAX_DAGRE_BOXES = 100;
/** Columns that edges pass: dagre puts a box of its own into each. */
const MAX_DAGRE_SPAN = 320;
const MAX_DAGRE_RANKS = 60;

export function flatLayout(graph: FlatGraph): FlatLayout {
  const { joined, alone } = split(graph);
  const main = joined.length === 0 ? null : layoutOf(part(graph, joined));
  const placed: FlatLayout = {
    x: new Array<number>(graph.widths.length).fill(0),
    y: new Array<number>(graph.widths.length).fill(0),
    ways: main?.ways ?? [],
    width: main?.width ?? 0,
    height: main?.height ?? 0,
  };
  joined.forEach((box, i) => {
    placed.x[box] = main?.x[i] ?? 0;
    placed.y[box] = main?.y[i] ?? 0;
  });
  shiftToOrigin(placed, joined);
  placeAlone(placed, graph, alone);
  return placed;
}

function layoutOf(graph: FlatGraph): FlatLayout {
  return wrapped(graph, isForDagre(graph) ? dagreLayout(graph) : layeredLayout(graph));
}

function isForDagre(graph: FlatGraph): boolean {
  if (graph.widths.length > MAX_DAGRE_BOXES || graph.from.length > MAX_DAGRE_SPAN) return false;
  const edges = withoutCycles(graph);
  if (isInLines(graph, edges.from)) return false;
  const ranks = ranksOf(graph, edges.from, edges.to);
  const span = edges.from.reduce(
    (sum, from, edge) => sum + get(ranks, get(edges.to, edge)) - get(ranks, from),
    0,
  );
  return span <= MAX_DAGRE_SPAN && ranks.every((rank) => rank <= MAX_DAGRE_RANKS);
}

/** Whether nothing branches or goes back: no ways cross then, and dagre, which takes long for its first graph, betters nothing. */
function isInLines({ from, to }: FlatGraph, fromWithoutCycles: Int32Array): boolean {
  const isForward = from.every((box, edge) => box === fromWithoutCycles[edge]);
  return isForward && new Set(from).size === from.length && new Set(to).size === to.length;
}

function split({ widths, from, to, entrance, exit }: FlatGraph): { joined: number[]; alone: number[] } {
  const isJoined = new Uint8Array(widths.length);
  for (const box of from) isJoined[box] = 1;
  for (const box of to) isJoined[box] = 1;
  for (const end of [entrance, exit]) if (end >= 0) isJoined[end] = 1;
  const [joined, alone]: [number[], number[]] = [[], []];
  widths.forEach((width, box) => {
    if (isJoined[box]) joined.push(box);
    // Ends that nothing is joined to take no place.
    else if (width > 0) alone.push(box);
  });
  return { joined, alone };
}

/** The graph of some boxes that hold all edges. */
function part(graph: FlatGraph, boxes: readonly number[]): FlatGraph {
  if (boxes.length === graph.widths.length) return graph;
  const at = new Map(boxes.map((box, i) => [box, i]));
  const place = (box: number): number => at.get(box) ?? -1;
  return {
    widths: boxes.map((box) => graph.widths[box] ?? 0),
    heights: boxes.map((box) => graph.heights[box] ?? 0),
    from: graph.from.map(place),
    to: graph.to.map(place),
    entrance: place(graph.entrance),
    exit: place(graph.exit),
  };
}

/** Layouts may begin above zero, as may the bends of ways. */
function shiftToOrigin(layout: FlatLayout, boxes: readonly number[]): void {
  let [left, top] = [Infinity, Infinity];
  for (const box of boxes) {
    left = Math.min(left, layout.x[box] ?? 0);
    top = Math.min(top, layout.y[box] ?? 0);
  }
  for (const { points } of layout.ways)
    for (let i = 0; i < points.length; i += 2) {
      left = Math.min(left, points[i] ?? 0);
      top = Math.min(top, points[i + 1] ?? 0);
    }
  if (!Number.isFinite(left) || (left === 0 && top === 0)) return;
  for (const box of boxes) {
    layout.x[box] = get(layout.x, box) - left;
    layout.y[box] = get(layout.y, box) - top;
  }
  layout.ways = layout.ways.map((way) => ({
    ...way,
    points: way.points.map((at, i) => at - (i % 2 === 0 ? left : top)),
  }));
}

function placeAlone(layout: FlatLayout, { widths, heights }: FlatGraph, alone: readonly number[]): void {
  if (alone.length === 0) return;
  const area = alone.reduce(
    (sum, box) => sum + ((widths[box] ?? 0) + GAP.box) * ((heights[box] ?? 0) + GAP.box),
    0,
  );
  const line = Math.max(layout.width, 320, Math.sqrt(area * 2));
  let [x, y, high] = [0, layout.height === 0 ? 0 : layout.height + GAP.box * 2, 0];
  for (const box of alone) {
    if (x > 0 && x + (widths[box] ?? 0) > line) [x, y, high] = [0, y + high + GAP.box, 0];
    layout.x[box] = x;
    layout.y[box] = y;
    x += (widths[box] ?? 0) + GAP.box;
    high = Math.max(high, heights[box] ?? 0);
    layout.width = Math.max(layout.width, x - GAP.box);
  }
  layout.height = y + high;
}
