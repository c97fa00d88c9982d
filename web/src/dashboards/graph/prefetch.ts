// Asks for the graph that an address means, so that the server reads it while the page's code is still on its way.
import { prefetch, runsPath } from '../../data/api.ts';
import { prefetchQuery } from '../../data/kind_query.ts';
import { readRuns } from '../../data/run_list.ts';
import type { Run } from '../../data/shapes.ts';
import { chosenGraph, decodeGraphs, type ListedGraph } from '../../kinds/graph/graphs.ts';
import { fromHash } from '../../public/address.ts';
import type { ViewState } from '../../public/view.ts';
import { GRAPHS_QUESTION, levelQuestion, shownGraph, type ShownGraph } from './question.ts';
import { GraphSettings } from './settings.ts';

/** Fulfilled when it is known which graph that is; its first level may take longer, and the page need not wait for it. */
export async function prefetchGraph(hash: string): Promise<void> {
  const [runs, graphs] = await Promise.all([prefetch(runsPath()), prefetchQuery(GRAPHS_QUESTION)]);
  if (!runs || !graphs) return;
  const view = fromHash(hash);
  const settings = new GraphSettings({ own: (name) => view.own[name], setOwn: () => undefined });
  const graph = addressedGraph(view, settings, readRuns(runs).runs, decodeGraphs(graphs));
  if (!graph) return;
  const sides = graph.base && settings.isSideBySide ? (['base', 'own'] as const) : [null];
  for (const side of sides) void prefetchQuery(levelQuestion(graph, settings, side));
}

/** The graph that the page is going to show; null where a filter of runs decides. */
function addressedGraph(
  view: ViewState,
  settings: GraphSettings,
  runs: readonly Run[],
  graphs: readonly ListedGraph[],
): ShownGraph | null {
  if (view.runFilter !== '') return null;
  const isShown = ({ name, hidden }: Run): boolean =>
    (view.aside || !hidden) && (view.only ? view.only.includes(name) : !view.hidden.includes(name));
  const shownIds = new Set(runs.filter(isShown).map((run) => run.id));
  const idOf = (name: string | undefined): number | undefined => runs.find((run) => run.name === name)?.id;
  const shown = graphs.filter((graph) => shownIds.has(graph.run));
  const listed = chosenGraph(shown, idOf(settings.run), settings.name);
  return listed && shownGraph(listed, graphs, idOf, settings);
}
