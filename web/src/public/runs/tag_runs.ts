// Which of many runs have a tag: looked up in a set that is made once for each listing of tags.

interface HasRuns {
  readonly runs: readonly number[];
}

const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

/** The ids of the runs that have a tag. */
export function runIdsOf({ runs }: HasRuns): ReadonlySet<number> {
  let ids = sets.get(runs);
  if (!ids) {
    ids = new Set(runs);
    sets.set(runs, ids);
  }
  return ids;
}

/** Those of the runs that have one of the tags at least, in their order. */
export function runsHaving<T extends { readonly id: number }>(
  runs: readonly T[],
  ...tags: readonly HasRuns[]
): readonly T[] {
  const [ids, ...others] = tags.map(runIdsOf);
  if (!ids) return [];
  if (others.length === 0) return runs.filter(({ id }) => ids.has(id)); // as on most cards
  return runs.filter(({ id }) => ids.has(id) || others.some((more) => more.has(id)));
}

/** How many of the runs that have a tag are among these. */
export function countAmong(ids: ReadonlySet<number>, { runs }: HasRuns): number {
  let n = 0;
  for (const id of runs) if (ids.has(id)) n += 1;
  return n;
}
