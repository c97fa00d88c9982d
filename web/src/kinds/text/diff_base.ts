// What the text of a run is compared with: its own step before, or another run at the same step.
import type { Items } from '../../data/items.ts';
import type { Run } from '../../data/shapes.ts';
import type { View } from '../../public/view.ts';

const SETTING = 'text.against';

/** The run to compare with, by name; null: each text is compared with its step before. */
export function againstRun(view: Pick<View, 'own'>): string | null {
  return view.own(SETTING) ?? null;
}

/** Compare with a run, and show the differences. */
export function compareWith(view: Pick<View, 'setOwn'>, run: string | null): void {
  view.setOwn({ [SETTING]: run ?? undefined, 'text.view': 'changes' });
}

/** The run that others are compared with where nobody chose one: the baseline, else the first. */
export function proposedRun(runs: readonly Run[], baseline: string | null): Run | null {
  return runs.find((run) => run.name === baseline) ?? runs[0] ?? null;
}

/** The list of the run to compare with, if it is among those of a card. */
export function baseItems(
  lists: readonly Items[],
  against: string | null,
  nameOf: (run: number) => string | undefined,
): Items | null {
  return against === null ? null : (lists.find((items) => nameOf(items.run) === against) ?? null);
}
