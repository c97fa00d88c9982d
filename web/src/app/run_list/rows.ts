// The rows of the run list: runs flat, in groups or as a tree by folder, pinned ones first, sub-runs under their training.
import type { Run } from '../../data/shapes.ts';
import { commonParts, leastTelling, NOTHING_COMMON, type CommonParts } from '../../public/runs/names.ts';
import { natural } from '../../public/runs/natural.ts';
import { shownName } from '../../public/runs/names.ts';
import { asTree, below, Folder } from './folder_tree.ts';
import { compareValues, type Sorting } from './order.ts';

export interface CaptionRow {
  type: 'caption';
  key: string;
  text: string;
}

/** A folder of the tree, or a group. */
export interface FolderRow {
  type: 'folder';
  /** Also its name among the view's folds. */
  key: string;
  name: string;
  title: string;
  depth: number;
  runs: readonly Run[];
  open: boolean;
  /** The group's id; null for a folder. */
  group: number | null;
}

export interface RunRow {
  type: 'run';
  key: string;
  run: Run;
  name: string;
  common: CommonParts;
  depth: number;
  /** The id of the group it is a member of. */
  group: number | null;
  nSubRuns: number;
  open: boolean;
}

export type Row = CaptionRow | FolderRow | RunRow;

export interface Arrangement {
  tree: boolean;
  folds: ReadonlySet<string>;
  isPinned(run: Run): boolean;
  /** By run id; null: no grouping. */
  groupOf: ReadonlyMap<number, string> | null;
  groupId(name: string): number;
  common: CommonParts;
  sorting: Sorting;
}

export function arrange(sorted: readonly Run[], how: Arrangement): Row[] {
  const listed = new Set(sorted.map((run) => run.id));
  const subRuns = new Map<number, Run[]>();
  const tops: Run[] = [];
  for (const run of sorted) {
    if (run.parent === null || !listed.has(run.parent)) tops.push(run);
    else subRuns.set(run.parent, [...(subRuns.get(run.parent) ?? []), run]);
  }
  const list = new Rows(how, subRuns);
  const pinned = tops.filter((run) => how.isPinned(run));
  const others = pinned.length > 0 ? tops.filter((run) => !how.isPinned(run)) : tops;
  if (pinned.length > 0) list.caption('Pinned');
  const commonOf = leastTelling(tops.map(shownName), how.common);
  for (const run of pinned) list.run(run, { common: commonOf(shownName(run)) });
  if (how.groupOf) list.groups(others, how.groupOf);
  else if (how.tree) list.folder(asTree(others), 0);
  else {
    if (pinned.length > 0 && others.length > 0) list.caption('All others');
    for (const run of others) list.run(run, { common: commonOf(shownName(run)) });
  }
  return list.rows;
}

interface RunPlace {
  name?: string;
  common?: CommonParts;
  depth?: number;
  group?: number | null;
}

class Rows {
  readonly rows: Row[] = [];

  constructor(
    readonly how: Arrangement,
    readonly subRuns: ReadonlyMap<number, readonly Run[]>,
  ) {}

  caption(text: string): void {
    this.rows.push({ type: 'caption', key: `caption ${text}`, text });
  }

  run(run: Run, { name = shownName(run), common = NOTHING_COMMON, depth = 0, group = null }: RunPlace): void {
    const subs = this.subRuns.get(run.id) ?? [];
    // Sub-runs are details of a training: closed until somebody opens them.
    const open = this.how.folds.has(subRunsKey(run));
    this.rows.push({
      type: 'run',
      key: `run ${String(run.id)}`,
      run,
      name,
      common,
      depth,
      group,
      nSubRuns: subs.length,
      open,
    });
    if (!open) return;
    for (const sub of subs) this.run(sub, { name: below(shownName(sub), run.name), depth: depth + 1, group });
  }

  groups(runs: readonly Run[], groupOf: ReadonlyMap<number, string>): void {
    const members = new Map<string, Run[]>();
    const alone: Run[] = [];
    for (const run of runs) {
      const name = groupOf.get(run.id);
      const known = name === undefined ? alone : members.get(name);
      if (known) known.push(run);
      else if (name !== undefined) members.set(name, [run]);
    }
    if (members.size > 0) this.caption('Groups · mean of members');
    for (const [name, runsOfGroup] of sortGroups([...members], this.how.sorting))
      this.#group(name, runsOfGroup);
    if (alone.length > 0 && members.size > 0) this.caption('In no group');
    for (const run of alone) this.run(run, { common: this.how.common });
  }

  #group(name: string, runs: readonly Run[]): void {
    const key = `group ${name}`;
    const open = !this.how.folds.has(key);
    const group = this.how.groupId(name);
    this.rows.push({
      type: 'folder',
      key,
      name: name || 'no folder',
      title: name,
      depth: 0,
      runs,
      open,
      group,
    });
    if (!open) return;
    const above = sharedFolder(name, runs);
    const names = runs.map((run) => below(shownName(run), above));
    const common = commonParts(names);
    runs.forEach((run, i) => this.run(run, { name: names[i] ?? '', common, depth: 1, group }));
  }

  folder(folder: Folder, depth: number): void {
    const common = commonParts(folder.runs.map((run) => lastPart(run, folder.path)));
    for (const child of folder.order) {
      if (child instanceof Folder) this.#subFolder(child, depth);
      else this.run(child, { name: lastPart(child, folder.path), common, depth });
    }
  }

  #subFolder(folder: Folder, depth: number): void {
    // A folder with nothing but one folder in it is one row with it.
    let inner = folder;
    for (let only = inner.order[0]; inner.order.length === 1 && only instanceof Folder; only = inner.order[0])
      inner = only;
    const key = `folder ${inner.path}`;
    const open = !this.how.folds.has(key);
    this.rows.push({
      type: 'folder',
      key,
      name: below(inner.path, folder.above),
      title: inner.path,
      depth,
      runs: inner.all(),
      open,
      group: null,
    });
    if (open) this.folder(inner, depth + 1);
  }
}

export function subRunsKey(run: Run): string {
  return `sub-runs ${run.name}`;
}

/** The folder that all members of a group lie in: their row need not repeat it. */
function sharedFolder(group: string, runs: readonly Run[]): string {
  if (runs.every((run) => run.name.startsWith(`${group}/`))) return group;
  const shared = commonParts(runs.map(shownName)).prefix;
  return shared.slice(0, Math.max(0, shared.lastIndexOf('/')));
}

/** A run in its folder; a name that somebody gave it is not a path. */
function lastPart(run: Run, folder: string): string {
  return run.display_name || below(run.name, folder);
}

/** Groups by what their members come to in the sorted column. */
function sortGroups(groups: [string, Run[]][], { column, descending }: Sorting): [string, Run[]][] {
  const sign = descending ? -1 : 1;
  if (!column) return groups.sort(([a], [b]) => natural(a, b) * sign);
  const values = new Map(groups.map(([name, runs]) => [name, column.together(runs)]));
  return groups.sort(
    ([a], [b]) => compareValues(values.get(a) ?? null, values.get(b) ?? null, sign) || natural(a, b),
  );
}
