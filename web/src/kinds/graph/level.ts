// One level of a graph as the server sends it: rows in the order of the tree, and the edges between those that are closed.
import { Columns } from '../../data/columns.ts';
import type { Pieces } from '../../data/pieces.ts';

export type Part = 'operation' | 'scope' | 'function' | 'series';
export type Change = 'same' | 'added' | 'removed' | 'changed';
const CHANGES: readonly Change[] = ['same', 'added', 'removed', 'changed'];
const PARTS: readonly Part[] = ['operation', 'scope', 'function', 'series'];

export interface GraphRow {
  /** Its number in the graph, which stays the same whatever is open. */
  entry: number;
  /** Where the chain of single children begins that the row stands for; mostly its own number. */
  first: number;
  /** The row of the open group around it; -1: none. */
  parent: number;
  part: Part;
  isOpen: boolean;
  isAside: boolean;
  label: string;
  op: string;
  device: string;
  /** Of its first output. */
  shape: string;
  nOperations: number;
  nMembers: number;
  structure: number;
  /** How many scopes of the graph have this structure. */
  nAlike: number;
  /** Which of the most repeated structures it has; -1: none. */
  colorClass: number;
  nParameters: number;
  parameterBytes: number;
  nAsideInputs: number;
  /** Of the measured step; NaN without one. */
  time_ns: number;
  memoryBytes: number;
  /** By its op, as a profile tells; NaN without one. */
  profiled_ns: number;
  /** Since the graph that it is compared with; null: none. */
  change: Change | null;
}

export interface GraphEdge {
  from: number;
  to: number;
  nTensors: number;
  nBytes: number;
  isControl: boolean;
  text: string;
  /** Since the graph that it is compared with; null: none. */
  change: Change | null;
}

export interface GraphProblem {
  what: string;
  example: string;
  count: number;
}

export interface GraphTotals {
  n_entries: number;
  n_left_out: number;
  open: readonly number[];
  n_operations: number;
  n_edges: number;
  n_control: number;
  n_constants: number;
  n_savers: number;
  n_summaries: number;
  n_parameters: number;
  parameter_bytes: number;
  n_devices: number;
  problems: readonly GraphProblem[];
  /** Operations, where two graphs are compared. */
  n_added?: number;
  n_removed?: number;
  n_changed?: number;
  /** Operations that the profile that was asked for has a time for, and those of them that it has by name. */
  n_timed?: number;
  n_named?: number;
}

export interface GraphLevel {
  rows: readonly GraphRow[];
  edges: readonly GraphEdge[];
  totals: GraphTotals;
  /** By entry, also by those of a row's chain of single children. */
  rowOf: ReadonlyMap<number, number>;
}

export async function decodeLevel(bytes: ArrayBuffer, pieces: Pieces): Promise<GraphLevel> {
  const columns = new Columns(bytes);
  await pieces.rest();
  const rows = await decodeRows(columns, pieces);
  const { edge_texts, ...totals } = columns.notes as unknown as GraphTotals & { edge_texts: string[] };
  const edges = await decodeEdges(columns, edge_texts, pieces);
  return { rows, edges, totals, rowOf: rowOfEntries(rows) };
}

function rowOfEntries(rows: readonly GraphRow[]): Map<number, number> {
  const rowOf = new Map<number, number>();
  rows.forEach(({ first, entry }, row) => {
    for (let each = first; each <= entry; each += 1) rowOf.set(each, row);
  });
  return rowOf;
}

async function decodeRows(columns: Columns, pieces: Pieces): Promise<GraphRow[]> {
  const numbers = (name: string): Float64Array => columns.numbers(name);
  const [entry, first, parent] = ['entry', 'first', 'parent'].map(numbers);
  const [part, isOpen, aside] = ['part', 'is_open', 'set_aside'].map(numbers);
  const counts = ['n_operations', 'n_members', 'structure', 'n_alike', 'n_aside_inputs'].map(numbers);
  const [nParameters, parameterBytes, colorClass] = ['n_parameters', 'parameter_bytes', 'color_class'].map(
    numbers,
  );
  const [time, memory, profiled, change] = ['time_ns', 'memory_bytes', 'profiled_ns', 'change'].map(numbers);
  const [label, op, device, shape] = ['label', 'op', 'device', 'shape'].map((name) => columns.words(name));
  await pieces.rest();
  const rowAt = (row: number): GraphRow => ({
    entry: entry?.[row] ?? 0,
    first: first?.[row] ?? entry?.[row] ?? 0,
    parent: parent?.[row] ?? -1,
    part: PARTS[part?.[row] ?? 0] ?? 'operation',
    isOpen: isOpen?.[row] === 1,
    isAside: (aside?.[row] ?? 0) > 0,
    label: label?.[row] ?? '',
    op: op?.[row] ?? '',
    device: device?.[row] ?? '',
    shape: shape?.[row] ?? '',
    nOperations: counts[0]?.[row] ?? 0,
    nMembers: counts[1]?.[row] ?? 1,
    structure: counts[2]?.[row] ?? 0,
    nAlike: counts[3]?.[row] ?? 0,
    nAsideInputs: counts[4]?.[row] ?? 0,
    time_ns: time?.[row] ?? NaN,
    memoryBytes: memory?.[row] ?? NaN,
    profiled_ns: profiled?.[row] ?? NaN,
    change: CHANGES[change?.[row] ?? NaN] ?? null,
    colorClass: colorClass?.[row] ?? -1,
    nParameters: nParameters?.[row] ?? 0,
    parameterBytes: parameterBytes?.[row] ?? 0,
  });
  const rows: GraphRow[] = [];
  await pieces.count(columns.rows, (row) => rows.push(rowAt(row)));
  return rows;
}

async function decodeEdges(columns: Columns, texts: readonly string[], pieces: Pieces): Promise<GraphEdge[]> {
  const names = ['from', 'from_tensors', 'from_bytes', 'from_control', 'from_text', 'from_change'] as const;
  const [from, tensors, sizes, control, text, change] = names.map((name) => columns.listsInOne(name));
  const edges: GraphEdge[] = [];
  await pieces.count(columns.rows, (to) => {
    for (let i = from?.begin[to] ?? 0; i < (from?.begin[to + 1] ?? 0); i += 1)
      edges.push({
        from: from?.values[i] ?? 0,
        to,
        nTensors: tensors?.values[i] ?? 0,
        nBytes: sizes?.values[i] ?? 0,
        isControl: control?.values[i] === 1,
        text: texts[text?.values[i] ?? 0] ?? '',
        change: CHANGES[change?.values[i] ?? NaN] ?? null,
      });
  });
  return edges;
}
