// The run that ridges and heat maps are of: the one chosen in a card, else the first that is shown.
import type { Run } from '../../data/shapes.ts';

export function focusOf(runs: readonly Run[], chosen: string | undefined): Run | null {
  return runs.find((run) => run.name === chosen) ?? runs[0] ?? null;
}
