// What is compared, a column each: a run with its sub-runs, or the runs of a group; the baseline comes first.
import type { Run, Tag } from '../../data/shapes.ts';

export interface ComparedColumn {
  /** The run's id; a group's is negative. */
  id: number;
  /** A run, then its sub-runs; or all runs of a group. */
  runs: readonly number[];
  isGroup: boolean;
}

export interface Grouping {
  /** The group of each run; empty: runs are compared one by one. */
  groupOf: ReadonlyMap<number, string>;
  groupId(name: string): number;
}

/** The run that can say most of the others: it shares the most scalar tags with them. Of equals the first. */
export function defaultBaseline(shown: readonly Run[], tags: readonly Tag[]): Run | null {
  const nShared = new Map(shown.map((run) => [run.id, 0]));
  for (const tag of tags) {
    if (tag.kind !== 'scalar') continue;
    const having = tag.runs.filter((id) => nShared.has(id));
    for (const id of having) nShared.set(id, (nShared.get(id) ?? 0) + having.length - 1);
  }
  const most = [...nShared.values()].reduce((a, b) => Math.max(a, b), 0);
  return shown.find((run) => nShared.get(run.id) === most) ?? null;
}

export function comparedColumns(
  shown: readonly Run[],
  baseline: Run | null,
  grouping: Grouping,
): ComparedColumn[] {
  const runs = baseline && !shown.includes(baseline) ? [baseline, ...shown] : shown;
  const columns = grouping.groupOf.size > 0 ? byGroup(runs, grouping) : byTraining(runs);
  const first = columns.findIndex((column) => baseline !== null && column.runs.includes(baseline.id));
  return first > 0 ? [...columns.splice(first, 1), ...columns] : columns;
}

function byTraining(runs: readonly Run[]): ComparedColumn[] {
  const ids = new Set(runs.map((run) => run.id));
  const subs = groupedBy(runs, (run) => run.parent);
  return runs
    .filter((run) => run.parent === null || !ids.has(run.parent))
    .map(({ id }) => ({ id, runs: [id, ...(subs.get(id) ?? []).map((sub) => sub.id)], isGroup: false }));
}

function byGroup(runs: readonly Run[], grouping: Grouping): ComparedColumn[] {
  const grouped = groupedBy(runs, (run) => grouping.groupOf.get(run.id) ?? null);
  return [...grouped].map(([name, members]) => ({
    id: grouping.groupId(name),
    runs: members.map((run) => run.id),
    isGroup: true,
  }));
}

function groupedBy<K>(runs: readonly Run[], keyOf: (run: Run) => K | null): Map<K, Run[]> {
  const found = new Map<K, Run[]>();
  for (const run of runs) {
    const key = keyOf(run);
    if (key !== null) found.set(key, [...(found.get(key) ?? []), run]);
  }
  return found;
}
