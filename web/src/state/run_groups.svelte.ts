// The groups that the view's rule makes of the listed runs.
import type { GroupBy, Run } from '../data/shapes.ts';
import { asGroupBy, groupName, type HparamLookUp } from '../public/runs/groups.ts';

export class RunGroups {
  /** The group's name of each run that has one. */
  readonly ofRun: ReadonlyMap<number, string> = $derived.by(() => {
    const rule = this.rule();
    const found = new Map<number, string>();
    for (const run of rule === '' ? [] : this.listed()) {
      const name = groupName(run, rule, this.look);
      if (name !== null) found.set(run.id, name);
    }
    return found;
  });
  /** In the order in which their runs appeared, so that colors stay; a group's id is −1 − its place here. */
  readonly names: readonly string[] = $derived.by(() => {
    const byAge = [...this.ofRun].sort(([a], [b]) => a - b);
    return [...new Set(byAge.map(([, name]) => name))];
  });
  /** As queries take it; null: no grouping. */
  readonly by: GroupBy | null = $derived.by(() => asGroupBy(this.rule(), this.listed(), this.look));
  readonly #ids: ReadonlyMap<string, number> = $derived(new Map(this.names.map((name, i) => [name, -1 - i])));

  constructor(
    readonly rule: () => string,
    readonly listed: () => readonly Run[],
    readonly look: HparamLookUp,
  ) {}

  id(name: string): number {
    return this.#ids.get(name) ?? 0;
  }
}
