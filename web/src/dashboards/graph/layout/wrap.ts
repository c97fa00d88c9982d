// Long chains cut into lines, like text: what is wider than a page goes on below, at the left.
import { GAP, get, type FlatGraph, type FlatLayout, type Way } from './types.ts';

/** A layout is cut where it is this many times as wide as high. */
const WIDEST = 3.2;
const LEAST_WIDTH = 1500;
/** Few large boxes side by side are no chain. */
const LEAST_COLUMNS = 10;

interface Band {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Where its top is after cutting. */
  y: number;
}

export function wrapped(graph: FlatGraph, layout: FlatLayout): FlatLayout {
  if (layout.width <= LEAST_WIDTH || layout.width <= WIDEST * layout.height) return layout;
  const columns = columnsOf(graph, layout);
  if (columns.left.length < LEAST_COLUMNS) return layout;
  const line = Math.max(LEAST_WIDTH, Math.sqrt(layout.width * (layout.height + GAP.band) * 2));
  const { bands, bandOf } = bandsOf(columns, line);
  if (bands.length < 2) return layout;
  measure(bands, bandOf, graph, layout);
  const x = layout.x.map((left, box) => left - get(bands, get(bandOf, box)).left + GAP.margin);
  const y = layout.y.map(
    (top, box) => top - get(bands, get(bandOf, box)).top + get(bands, get(bandOf, box)).y,
  );
  const moved = { graph, x, y, bands, bandOf, columns };
  const last = bands.at(-1) as Band;
  return {
    x,
    y,
    ways: layout.ways.map((way, edge) => wayAfter(moved, way, graph.from[edge] ?? 0, graph.to[edge] ?? 0)),
    width: Math.max(...bands.map(({ left, right }) => right - left)) + 2 * GAP.margin,
    height: last.y + last.bottom - last.top,
  };
}

interface Columns {
  left: Float64Array;
  right: Float64Array;
  of: Uint32Array;
}

/** Boxes whose middles are in one line belong to one column. */
function columnsOf({ widths }: FlatGraph, { x }: FlatLayout): Columns {
  const order = Uint32Array.from(x.keys());
  const middle = x.map((at, box) => at + (widths[box] ?? 0) / 2);
  order.sort((a, b) => (middle[a] ?? 0) - (middle[b] ?? 0));
  const of = new Uint32Array(x.length);
  const [left, right]: [number[], number[]] = [[], []];
  let last = -Infinity;
  for (const box of order) {
    if ((middle[box] ?? 0) > last + 1) {
      left.push(Infinity);
      right.push(-Infinity);
      last = middle[box] ?? 0;
    }
    const column = left.length - 1;
    of[box] = column;
    left[column] = Math.min(get(left, column), x[box] ?? 0);
    right[column] = Math.max(get(right, column), (x[box] ?? 0) + (widths[box] ?? 0));
  }
  return { left: Float64Array.from(left), right: Float64Array.from(right), of };
}

function bandsOf(columns: Columns, line: number): { bands: Band[]; bandOf: Uint32Array } {
  const bands: Band[] = [];
  const ofColumn = new Uint32Array(columns.left.length);
  for (let column = 0; column < columns.left.length; column += 1) {
    const [left, right] = [get(columns.left, column), get(columns.right, column)];
    const band = bands.at(-1);
    if (band && right - band.left <= line) band.right = Math.max(band.right, right);
    else bands.push({ left, right, top: Infinity, bottom: -Infinity, y: 0 });
    ofColumn[column] = bands.length - 1;
  }
  return { bands, bandOf: columns.of.map((column) => get(ofColumn, column)) };
}

function measure(
  bands: Band[],
  bandOf: Uint32Array,
  { heights, from, to }: FlatGraph,
  layout: FlatLayout,
): void {
  const reach = (at: number, top: number, bottom: number): void => {
    const band = bands[at] as Band;
    band.top = Math.min(band.top, top);
    band.bottom = Math.max(band.bottom, bottom);
  };
  layout.y.forEach((y, box) => reach(get(bandOf, box), y, y + (heights[box] ?? 0)));
  layout.ways.forEach(({ points }, edge) => {
    const band = get(bandOf, from[edge] ?? 0);
    if (band === get(bandOf, to[edge] ?? 0))
      for (let i = 1; i < points.length; i += 2) reach(band, points[i] ?? 0, points[i] ?? 0);
  });
  let y = 0;
  for (const band of bands) {
    band.y = y;
    y += band.bottom - band.top + GAP.band;
  }
}

interface Moved {
  graph: FlatGraph;
  x: readonly number[];
  y: readonly number[];
  bands: readonly Band[];
  bandOf: Uint32Array;
  columns: Columns;
}

function wayAfter({ graph, x, y, bands, bandOf, columns }: Moved, way: Way, from: number, to: number): Way {
  const [source, target] = [get(bandOf, from), get(bandOf, to)];
  const [a, b] = [bands[source] as Band, bands[target] as Band];
  if (source === target) {
    const moved = way.points.map((at, i) => (i % 2 === 0 ? at - a.left + GAP.margin : at - a.top + a.y));
    return { ...way, points: moved };
  }
  // Between columns and between bands there are no boxes.
  const start = {
    x: (x[from] ?? 0) + (graph.widths[from] ?? 0),
    y: (y[from] ?? 0) + (graph.heights[from] ?? 0) / 2,
  };
  const end = { x: x[to] ?? 0, y: (y[to] ?? 0) + (graph.heights[to] ?? 0) / 2 };
  const out = get(columns.right, get(columns.of, from)) - a.left + GAP.margin + GAP.rank * 0.4;
  const back = get(columns.left, get(columns.of, to)) - b.left + GAP.margin - GAP.rank * 0.4;
  const below = a.y + a.bottom - a.top + GAP.band / 2;
  const above = b.y - GAP.band / 2;
  const between = target === source + 1 ? [] : [4, below, 4, above];
  return {
    points: [start.x, start.y, out, start.y, out, below, ...between, back, above, back, end.y, end.x, end.y],
    isSquare: true,
  };
}
