// What the colors of a graph can say: only what is in its data.
import type { GraphTotals } from '../../kinds/graph/level.ts';
import type { ShownGraph } from './question.ts';
import { COLORINGS, type Coloring, type GraphSettings } from './settings.ts';

export function possibleColorings(
  { measured, profile, base }: ShownGraph,
  { n_devices, n_parameters }: GraphTotals,
): (typeof COLORINGS)[number][] {
  const isPossible: Record<Coloring, boolean> = {
    structure: true,
    op: true,
    device: n_devices > 0,
    parameters: n_parameters > 0,
    time: measured !== '',
    memory: measured !== '',
    profile: profile !== null,
    change: base !== null,
  };
  return COLORINGS.filter(({ value }) => isPossible[value]);
}

/** What was chosen, where this graph can say it: the choice outlasts a graph that cannot. */
export function shownColoring(settings: GraphSettings, graph: ShownGraph, totals: GraphTotals): Coloring {
  const isPossible = possibleColorings(graph, totals).some(({ value }) => value === settings.coloring);
  return isPossible ? settings.coloring : settings.usualColoring;
}
