// What is compared, a column each: a run with its sub-runs, or the runs of a group; the baseline comes first.
import type { Run } from '../../data/shapes.ts';

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
