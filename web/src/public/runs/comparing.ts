// Turning to the comparison of some runs, from wherever they were selected.
import type { Run } from '../../data/shapes.ts';
import type { Shell } from '../context.ts';

/** Show these runs alone on the Compare dashboard; a baseline that is not among them is cleared. */
export function compareRuns(
  { view, selection }: Pick<Shell, 'view' | 'selection'>,
  runs: readonly Run[],
): void {
  view.go('compare');
  selection.showOnly(runs);
  if (!runs.some((run) => run.name === view.state.baseline)) view.set({ baseline: null });
}
