// A whole graph of a report, and which of its entries a view draws: the rules of kinds/graph/tree_level.py.
import { Columns } from '../columns.ts';

export const HIDDEN = -1;
const ROOT = 0;
const OPERATION = 0;
const SERIES = 3;
/** As on the server. */
const MAX_ROWS = 60_000;
const MAIN_SHARE = 0.6;
const MAX_OPENED_ROWS = 120;

export interface TreeLevel {
  entry: number[];
  /** Where the chain of single children begins that led to each row. */
  first: number[];
  /** The row of the open entry around it, or HIDDEN. */
  parent: number[];
  isOpen: boolean[];
  /** By entry, the row that stands for it, or HIDDEN. */
  rowOf: Int32Array;
  open: number[];
  nLeftOut: number;
}

export class WholeGraph {
  readonly columns: Columns;
  readonly size: number;
  readonly part: Float64Array;
  readonly setAside: Float64Array;
  readonly extent: Float64Array;
  readonly above: Float64Array;
  readonly nOperations: Float64Array;
  /** The edges to each entry: where they begin in the other columns. */
  readonly edges: { begin: Uint32Array; from: Float64Array } & Record<
    'output' | 'control' | 'bytes' | 'text',
    Float64Array
  >;
  readonly #words = new Map<string, readonly string[]>();

  constructor(bytes: ArrayBuffer) {
    this.columns = new Columns(bytes);
    this.size = this.columns.rows;
    const [part, aside, extent, above, operations] = [
      'part',
      'set_aside',
      'extent',
      'above',
      'n_operations',
    ].map((name) => this.columns.numbers(name)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    this.part = part;
    this.setAside = aside;
    this.extent = extent;
    this.above = above;
    this.nOperations = operations;
    const { begin, values } = this.columns.listsInOne('from');
    const list = (name: string): Float64Array => this.columns.listsInOne(`from_${name}`).values;
    this.edges = {
      begin,
      from: values,
      output: list('output'),
      control: list('control'),
      bytes: list('bytes'),
      text: list('text'),
    };
  }

  words(name: string): readonly string[] {
    const known = this.#words.get(name) ?? this.columns.words(name);
    this.#words.set(name, known);
    return known;
  }

  children(entry: number, withSetAside: boolean): number[] {
    const found: number[] = [];
    const end = entry + (this.extent[entry] ?? 1);
    for (let child = entry + 1; child < end; child += this.extent[child] ?? 1)
      if (withSetAside || !this.setAside[child]) found.push(child);
    return found;
  }

  /** What must be open for an entry to be drawn, from the outside in. */
  path(entry: number): number[] {
    const path: number[] = [];
    for (let at = this.above[entry] ?? ROOT; at !== ROOT; at = this.above[at] ?? ROOT) path.unshift(at);
    return path;
  }
}

/** What a view draws with these entries open; null opens those that make a useful start. */
export function treeLevel(graph: WholeGraph, open: readonly number[] | null, aside: boolean): TreeLevel {
  const kids = (entry: number): number[] => graph.children(entry, aside);
  const opened = new Set(open ?? start(graph, kids));
  const level: TreeLevel = {
    entry: [],
    first: [],
    parent: [],
    isOpen: [],
    rowOf: new Int32Array(graph.size).fill(HIDDEN),
    open: [],
    nLeftOut: 0,
  };
  const waiting = kids(ROOT)
    .reverse()
    .map((child): [number, number] => [child, HIDDEN]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [first, above] = next;
    if (level.entry.length >= MAX_ROWS) {
      level.nLeftOut += 1;
      continue;
    }
    const entry = endOfChain(kids, first);
    const inside = opened.has(entry) ? kids(entry) : [];
    const row = level.entry.length;
    const isOpen = inside.length > 0;
    level.entry.push(entry);
    level.first.push(first);
    level.parent.push(above);
    level.isOpen.push(isOpen);
    level.rowOf.fill(row, first, isOpen ? entry + 1 : first + (graph.extent[first] ?? 1));
    if (!isOpen) continue;
    level.open.push(entry);
    for (const child of inside.reverse()) waiting.push([child, row]);
  }
  return level;
}

/** Down through entries that have a single child: the first that has several, or none. */
function endOfChain(kids: (entry: number) => number[], entry: number): number {
  for (let inside = kids(entry); inside.length === 1; inside = kids(entry)) entry = inside[0] ?? entry;
  return entry;
}

/** The group that holds most of the graph, as long as there is one; of a series the first scope. */
function start(graph: WholeGraph, kids: (entry: number) => number[]): number[] {
  const opened: number[] = [];
  const operations = (entry: number): number => graph.nOperations[entry] ?? 0;
  let [inside, nRows] = [ROOT, 0];
  for (;;) {
    const ends = kids(inside).map((child) => endOfChain(kids, child));
    nRows += ends.length;
    const groups = ends.filter((end) => graph.part[end] !== OPERATION);
    if (!groups.length) return opened;
    const isSeries = graph.part[inside] === SERIES;
    const largest = groups.reduce((best, group) => (operations(group) > operations(best) ? group : best));
    const main = isSeries ? (groups[0] ?? largest) : largest;
    const isMost = operations(main) >= MAIN_SHARE * operations(inside);
    if (!(isMost || isSeries) || nRows + kids(main).length > MAX_OPENED_ROWS) return opened;
    opened.push(main);
    if (isSeries) return opened;
    inside = main;
  }
}
