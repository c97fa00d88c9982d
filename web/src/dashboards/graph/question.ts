// A question about one graph: asked again when the graph changes, not when its run grows.
import type { Queries } from '../../data/shapes.ts';
import type { ListedGraph } from '../../kinds/graph/graphs.ts';
import type { KindQuestion } from '../../public/live_query.svelte.ts';

type AboutGraph = Exclude<keyof Queries['graph'], 'graphs'>;
type Rest<Q extends AboutGraph> = Omit<Queries['graph'][Q], 'run' | 'name'>;

export function questionOf<Q extends AboutGraph>(graph: ListedGraph, query: Q, rest: Rest<Q>): KindQuestion {
  const { run, name, n_bytes, wall_time } = graph;
  const params = { run, name, ...rest };
  return { kind: 'graph', query, params, runs: [], staleWith: [n_bytes, wall_time] } as KindQuestion;
}
