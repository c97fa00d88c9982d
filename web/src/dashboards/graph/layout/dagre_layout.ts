// Small groups by dagre, which finds the better order and the straighter ways; loaded when the first graph is laid out.
import dagre from '@dagrejs/dagre';
import { GAP, type FlatGraph, type FlatLayout, type Way } from './types.ts';

export function dagreLayout(graph: FlatGraph): FlatLayout {
  const made = new dagre.graphlib.Graph();
  made.setGraph({ rankdir: 'LR', nodesep: GAP.box, ranksep: GAP.rank, edgesep: 10 });
  made.setDefaultEdgeLabel(() => ({}));
  const n = graph.widths.length;
  for (let box = 0; box < n; box += 1)
    made.setNode(String(box), { width: graph.widths[box] ?? 0, height: graph.heights[box] ?? 0 });
  graph.from.forEach((from, edge) =>
    made.setEdge(String(from), String(graph.to[edge]), { weight: 1, minlen: 1 }),
  );
  addEnds(made, graph);
  dagre.layout(made);
  const boxes = Array.from({ length: n }, (_, box) => made.node(String(box)) as { x: number; y: number });
  const { width = 0, height = 0 } = made.graph();
  return {
    x: boxes.map(({ x }, box) => x - (graph.widths[box] ?? 0) / 2),
    y: boxes.map(({ y }, box) => y - (graph.heights[box] ?? 0) / 2),
    ways: graph.from.map((from, edge) => wayOf(made, from, graph.to[edge] ?? 0)),
    width,
    height,
  };
}

/** All that has nothing before it comes after the entrance, all that has nothing behind it before the exit. */
function addEnds(made: InstanceType<typeof dagre.graphlib.Graph>, { entrance, exit }: FlatGraph): void {
  const loose = { weight: 0, minlen: 1 };
  if (entrance >= 0)
    for (const box of made.sources() ?? [])
      if (box !== String(entrance)) made.setEdge(String(entrance), box, { ...loose });
  if (exit >= 0)
    for (const box of made.sinks() ?? [])
      if (box !== String(exit)) made.setEdge(box, String(exit), { ...loose });
}

function wayOf(made: InstanceType<typeof dagre.graphlib.Graph>, from: number, to: number): Way {
  const { points = [] } = made.edge(String(from), String(to)) as { points?: { x: number; y: number }[] };
  const [source, target] = [from, to].map((box) => made.node(String(box)) as Box);
  const [first, last] = [points[0], points.at(-1)];
  // Steep ways would end above or below a box.
  if (source && first && !isBack(source, target)) meet(first, source, source.x + source.width / 2);
  if (target && last && !isBack(source, target)) meet(last, target, target.x - target.width / 2);
  // Between two columns that follow each other there is nothing to go around.
  const bends = first && last && points.length === 3 && !isBack(source, target) ? [first, last] : points;
  return { points: bends.flatMap(({ x, y }) => [x, y]), isSquare: false };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An edge of a cycle, which goes to the left. */
const isBack = (source: Box | undefined, target: Box | undefined): boolean =>
  source !== undefined && target !== undefined && target.x < source.x;

/** Move the end of a way to a side of its box, as near to where it was as there is room. */
function meet(point: { x: number; y: number }, { y, height }: Box, side: number): void {
  const room = Math.max(0, height / 2 - 9);
  point.y = Math.min(y + room, Math.max(y - room, point.y));
  point.x = side;
}
