// The graphs of all runs, as the server lists them; which of them a page shows first.
import { asJson } from '../../data/api.ts';

export interface ListedGraph {
  run: number;
  name: string;
  /** "GraphDef", "Keras model", "ONNX", … */
  format: string;
  /** Null for files. */
  step: number | null;
  wall_time: number;
  n_bytes: number;
  /** The measured steps of its run. */
  steps: readonly string[];
}

export const decodeGraphs = (bytes: ArrayBuffer): ListedGraph[] => asJson<ListedGraph[]>(bytes);

/** The graph of this run and name; where there is none the first of the run, else the first of all. */
export function chosenGraph(
  graphs: readonly ListedGraph[],
  run: number | undefined,
  name: string | undefined,
): ListedGraph | null {
  const ofRun = graphs.filter((graph) => graph.run === run);
  return ofRun.find((graph) => graph.name === name) ?? ofRun[0] ?? graphs[0] ?? null;
}

/** What tells the graphs of one run apart. */
export function graphLabel({ name, format, step }: ListedGraph): string {
  const where = step === null || step === 0 ? '' : `, step ${String(step)}`;
  return name === 'graph_def' ? `${format}${where}` : `${name} · ${format}${where}`;
}
