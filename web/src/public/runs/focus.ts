// The run that a card of one run is of: the one chosen there, else the first that is shown.
import type { Run } from '../../data/shapes.ts';

export function focusOf(runs: readonly Run[], chosen: string | undefined): Run | null {
  return runs.find((run) => run.name === chosen) ?? runs[0] ?? null;
}
