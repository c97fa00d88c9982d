// Which runs are shown, as the view holds it: by name, as the list of shown or of hidden ones, whichever is shorter.
import type { Run } from '../data/shapes.ts';
import type { ViewState } from '../public/view.ts';

export type ShownNames = Pick<ViewState, 'only' | 'hidden'>;

export const ALL_SHOWN: ShownNames = { only: null, hidden: [] };

/** Up to so many shown runs are listed by name rather than those that are hidden. */
const FEW = 40;

/** The view's lists for these shown runs of all; new runs are treated as before as long as the lists allow. */
export function shownNames(
  shown: ReadonlySet<string>,
  runs: readonly Run[],
  { only, hidden }: ShownNames,
): ShownNames {
  const known = new Set(runs.map((run) => run.name));
  // Names of runs that are not here (yet) stay as they were.
  const absent = hidden.filter((name) => !known.has(name));
  const rest = runs.filter((run) => !shown.has(run.name)).map((run) => run.name);
  const isShorter = only
    ? shown.size <= Math.max(FEW, rest.length)
    : shown.size * 4 < rest.length && rest.length > FEW;
  return isShorter ? { only: [...shown], hidden: [] } : { only: null, hidden: [...absent, ...rest] };
}

/** Runs with their sub-runs, which are shown and hidden with them. */
export function withSubRuns(runs: readonly Run[], all: readonly Run[]): Run[] {
  const ids = new Set(runs.map((run) => run.id));
  const subRuns = all.filter((run) => run.parent !== null && ids.has(run.parent) && !ids.has(run.id));
  return [...runs, ...subRuns];
}
