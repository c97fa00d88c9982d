// The queries of graphs, answered from a report's whole graphs: levels, search and traces as the server gives them.
import { ApiError } from '../provider_types.ts';
import type { Queries } from '../shapes.ts';
import { arrowBytes, type Made } from './arrow.ts';
import { HIDDEN, treeLevel, WholeGraph, type TreeLevel } from './graph_tree.ts';
import type { Recorded } from './recorded.ts';

type Graphs = Queries['graph'];
type Named = Pick<Graphs['level'], 'run' | 'name' | 'base_run'> & { step?: string };

const DEFAULT_MATCHES = 2000;
const WORDS = ['op', 'device', 'shape'];
const COUNTS = ['part', 'set_aside', 'n_operations', 'n_members', 'structure', 'n_alike', 'color_class'];
const SIZES = ['n_parameters', 'parameter_bytes'];
const opened = new WeakMap<Recorded, Map<string, WholeGraph>>();

export async function graphLevel(recorded: Recorded, params: Graphs['level']): Promise<ArrayBuffer | null> {
  const graph = await open(recorded, params);
  if (!graph) return null;
  const level = treeLevel(graph, params.open ?? null, params.aside ?? false);
  const edges = levelEdges(graph, level, params.control ?? false);
  const numbers = (name: string): Float64Array => {
    const all = graph.columns.numbers(name);
    return Float64Array.from(level.entry, (entry) => all[entry] ?? NaN);
  };
  const columns: Record<string, Made> = {
    first: Uint32Array.from(level.first),
    parent: Float64Array.from(level.parent),
    is_open: Uint8Array.from(level.isOpen, Number),
    entry: Uint32Array.from(level.entry),
    label: { words: level.entry.map((entry, row) => label(graph, level.first[row] ?? entry, entry)) },
    n_aside_inputs: asideInputs(graph, level),
    ...edges.columns,
  };
  for (const name of WORDS) {
    const all = graph.words(name);
    columns[name] = { words: level.entry.map((entry) => all[entry] ?? '') };
  }
  for (const name of [...COUNTS, ...SIZES]) columns[name] = numbers(name);
  return arrowBytes(columns, {
    ...graph.columns.notes,
    n_left_out: level.nLeftOut,
    open: level.open,
    edge_texts: edges.texts,
  });
}

export async function graphSearch(recorded: Recorded, params: Graphs['search']): Promise<ArrayBuffer | null> {
  const graph = await open(recorded, params);
  if (!graph) return null;
  const isMatch = params.regex ? pattern(params.text) : plain(params.text);
  const [labels, ops, names] = ['label', 'op', 'name'].map((name) => graph.words(name));
  const entries = Array.from({ length: graph.size - 1 }, (_, place) => place + 1);
  const parts = entries.filter((at) => isMatch(labels?.[at] ?? '') || (ops?.[at] && isMatch(ops[at])));
  // A text with a slash is a part of a whole name.
  const found = parts.length ? parts : entries.filter((at) => isMatch(names?.[at] ?? ''));
  const shown = found.slice(0, params.limit ?? DEFAULT_MATCHES);
  const path = inOne(shown.map((entry) => graph.path(entry)));
  return arrowBytes({ entry: Uint32Array.from(shown), path }, { n_matches: found.length });
}

export async function graphTrace(recorded: Recorded, params: Graphs['trace']): Promise<ArrayBuffer | null> {
  const graph = await open(recorded, params);
  if (!graph) return null;
  const reached = reach(graph, params.entry, params.to === 'sources');
  const level = treeLevel(graph, params.open ?? null, params.aside ?? false);
  const counts = new Uint32Array(level.entry.length);
  let n = 0;
  reached.forEach((isReached, entry) => {
    if (!isReached) return;
    n += 1;
    const row = level.rowOf[entry] ?? HIDDEN;
    if (row !== HIDDEN) counts[row] = (counts[row] ?? 0) + 1;
  });
  const rows = [...counts.keys()].filter((row) => counts[row]);
  return arrowBytes(
    {
      entry: Uint32Array.from(rows, (row) => level.entry[row] ?? 0),
      n_operations: Uint32Array.from(rows, (row) => counts[row] ?? 0),
    },
    { n_operations: n },
  );
}

async function open(recorded: Recorded, { run, name, base_run, step }: Named): Promise<WholeGraph | null> {
  if (typeof base_run === 'number')
    throw new ApiError(404, 'This report has no server: comparing graphs needs one.');
  if (step) throw new ApiError(404, 'This report has no server: times of a measured step need one.');
  const graphs = opened.get(recorded) ?? new Map<string, WholeGraph>();
  opened.set(recorded, graphs);
  const key = `${String(run)} ${name ?? ''}`;
  const known = graphs.get(key);
  if (known) return known;
  const bytes = await recorded.answer({ kind: 'graph', query: 'whole', params: { run, name } });
  if (!bytes) return null;
  const graph = new WholeGraph(bytes);
  graphs.set(key, graph);
  return graph;
}

/** The entry's own label; after those of the single children that it was reached by. */
function label(graph: WholeGraph, first: number, entry: number): string {
  const labels = graph.words('label');
  const parts = [labels[entry] ?? ''];
  for (let at = entry; at !== first;) {
    at = graph.above[at] ?? first;
    parts.unshift(labels[at] ?? '');
  }
  return parts.join('/');
}

/** How many of the inputs of a row are set aside, and so not drawn. */
function asideInputs(graph: WholeGraph, { rowOf, entry }: TreeLevel): Uint32Array {
  const counts = new Uint32Array(entry.length);
  eachEdge(graph, (_edge, from, to) => {
    const row = rowOf[to] ?? HIDDEN;
    if (row !== HIDDEN && rowOf[from] === HIDDEN && graph.setAside[from])
      counts[row] = (counts[row] ?? 0) + 1;
  });
  return counts;
}

function eachEdge(graph: WholeGraph, use: (edge: number, from: number, to: number) => void): void {
  const { begin, from } = graph.edges;
  for (let to = 0; to < graph.size; to += 1)
    for (let edge = begin[to] ?? 0; edge < (begin[to + 1] ?? 0); edge += 1) use(edge, from[edge] ?? 0, to);
}

/** All tensors that go from one row to another, those of a pair in the order of source and output. */
interface Joined {
  from: number;
  to: number;
  tensors: Map<number, number>;
}

/** More outputs than any operation has. */
const OUTPUTS = 65_536;

function levelEdges(
  graph: WholeGraph,
  { rowOf, entry }: TreeLevel,
  withControl: boolean,
): { columns: Record<string, Made>; texts: string[] } {
  const pairs = new Map<number, Joined>();
  const nRows = Math.max(1, entry.length);
  eachEdge(graph, (edge, source, target) => {
    const [from = HIDDEN, to = HIDDEN] = [rowOf[source], rowOf[target]];
    const isControl = graph.edges.control[edge] !== 0;
    if (from === HIDDEN || to === HIDDEN || from === to || (isControl && !withControl)) return;
    const pair = to * nRows + from;
    const found = pairs.get(pair) ?? { from, to, tensors: new Map<number, number>() };
    pairs.set(pair, found);
    // One tensor that several operations of a row read is one; what control edges carry is none.
    const tensor = isControl ? -1 : source * OUTPUTS + (graph.edges.output[edge] ?? 0);
    if (!found.tensors.has(tensor)) found.tensors.set(tensor, edge);
  });
  const places = new Map<string, number>();
  const rows: { from: number; tensors: number; bytes: number; text: number }[][] = entry.map(() => []);
  for (const [, joined] of [...pairs].sort(([a], [b]) => a - b))
    rows[joined.to]?.push(edgeRow(graph, joined, places));
  const column = (get: (row: (typeof rows)[0][0]) => number): Made => inOne(rows.map((row) => row.map(get)));
  return {
    columns: {
      from: column((row) => row.from),
      from_tensors: column((row) => row.tensors),
      from_bytes: column((row) => row.bytes),
      from_control: column((row) => (row.tensors === 0 ? 1 : 0)),
      from_text: column((row) => row.text),
    },
    texts: [...places.keys()],
  };
}

function edgeRow(
  graph: WholeGraph,
  { from, tensors }: Joined,
  places: Map<string, number>,
): { from: number; tensors: number; bytes: number; text: number } {
  const carried = [...tensors].filter(([tensor]) => tensor >= 0);
  const bytes = carried.reduce((sum, [, edge]) => sum + (graph.edges.bytes[edge] ?? 0), 0);
  const [single] = carried;
  const all = graph.columns.notes['edge_texts'] as readonly string[];
  const text =
    carried.length === 1 && single
      ? (all[graph.edges.text[single[1]] ?? 0] ?? '')
      : carried.length
        ? `${carried.length.toLocaleString('en-US')} tensors`
        : 'control';
  const place = places.get(text) ?? places.size;
  places.set(text, place);
  return { from, tensors: carried.length, bytes, text: place };
}

/** What leads to the operations below an entry, or what they lead to; themselves included. */
function reach(graph: WholeGraph, entry: number, toSources: boolean): Uint8Array {
  const next: number[][] = Array.from({ length: graph.size }, () => []);
  eachEdge(graph, (_edge, from, to) => (toSources ? next[to]?.push(from) : next[from]?.push(to)));
  const reached = new Uint8Array(graph.size);
  const waiting: number[] = [];
  const visit = (at: number): void => {
    if (!reached[at]) waiting.push(at);
    reached[at] = 1;
  };
  for (let at = entry; at < entry + (graph.extent[entry] ?? 1); at += 1) if (graph.part[at] === 0) visit(at);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) next[at]?.forEach(visit);
  return reached;
}

function inOne(lists: readonly (readonly number[])[]): Made {
  const offsets = [0];
  for (const list of lists) offsets.push((offsets.at(-1) ?? 0) + list.length);
  return { values: Float64Array.from(lists.flat()), offsets };
}

function plain(text: string): (name: string) => boolean {
  const folded = text.toLowerCase();
  return (name) => name.toLowerCase().includes(folded);
}

function pattern(text: string): (name: string) => boolean {
  try {
    const compiled = new RegExp(text, 'iu');
    return (name) => compiled.test(name);
  } catch {
    throw new ApiError(400, 'text: pattern is not a regular expression');
  }
}
