// A question about one graph: asked again when the graph changes, not when its run grows.
import type { GraphNodeParams, Queries } from '../../data/shapes.ts';
import type { ListedGraph } from '../../kinds/graph/graphs.ts';
import type { ProfiledTimes } from './profiled_times.svelte.ts';
import type { KindQuestion } from '../../public/live_query.svelte.ts';
import type { GraphSettings, Side } from './settings.ts';

type AboutGraph = Exclude<keyof Queries['graph'], 'graphs'>;
type Rest<Q extends AboutGraph> = Omit<Queries['graph'][Q], 'run' | 'name'>;

/** A graph as it is shown: compared with another, with the times of a measured step or of a profile. */
export interface ShownGraph extends ListedGraph {
  base: ListedGraph | null;
  measured: string;
  /** Of its run. */
  profile: ProfiledTimes | null;
}

/** Which graphs there are. */
export const GRAPHS_QUESTION = { kind: 'graph', query: 'graphs', params: {}, runs: null } as const;

/** A listed graph as the settings want it, before a profile is known. `idOf` finds a run by its name. */
export function shownGraph(
  listed: ListedGraph,
  graphs: readonly ListedGraph[],
  idOf: (run: string | undefined) => number | undefined,
  settings: GraphSettings,
): ShownGraph {
  const { base, step } = settings;
  const baseRun = idOf(base?.run);
  const measured = listed.steps.find((one) => one === step) ?? listed.steps.at(-1) ?? '';
  return {
    ...listed,
    base: graphs.find((one) => one.run === baseRun && one.name === base?.name) ?? null,
    profile: null,
    measured: base ? '' : measured,
  };
}

/** What is drawn of a graph; `side` is one of two that are compared, null all that there is. */
export function levelQuestion(graph: ShownGraph, settings: GraphSettings, side: Side | null): KindQuestion {
  return questionOf(graph, 'level', {
    open: settings.open,
    aside: settings.isAsideShown,
    control: settings.isControlShown,
    ...(side && { side }),
  });
}

/** Queries that take a measured step and the times of ops. */
const WITH_TIMES: ReadonlySet<string> = new Set(['level', 'node']);

export function questionOf<Q extends AboutGraph>(graph: ShownGraph, query: Q, rest: Rest<Q>): KindQuestion {
  const { n_bytes, wall_time, base } = graph;
  const params = { ...paramsOf(graph, query), ...rest };
  const staleWith = [n_bytes, wall_time, base?.n_bytes, base?.wall_time];
  return { kind: 'graph', query, params, runs: [], staleWith } as KindQuestion;
}

/** Which graph a query is about. */
export function paramsOf(graph: ShownGraph, query: string): Omit<GraphNodeParams, 'entry'> {
  const { run, name, base, measured, profile } = graph;
  const compared = base ? { base_run: base.run, base_name: base.name } : {};
  const timed = { ...(measured && { step: measured }), ...(profile?.times && { op_times: profile.times }) };
  return { run, name, ...compared, ...(WITH_TIMES.has(query) ? timed : {}) };
}
