// The shell as a part of a page sees it: some of the runs, and a view of which some fields are the part's own.
import type { GroupBy, Run } from '../data/shapes.ts';
import type { ViewState } from './address.ts';
import type { Shell } from './context.ts';
import type { RunColor } from './runs/colors.ts';
import { Selection } from './selection.svelte.ts';
import { View } from './view.svelte.ts';

export type OwnFields = { readonly [K in keyof ViewState]?: () => ViewState[K] };

/** `runs`: ids of the runs that are drawn, listed or not; `own`: fields that the part sees instead of the view's. */
export function narrowedShell(shell: Shell, runs: () => ReadonlySet<number>, own: OwnFields = {}): Shell {
  // Which runs are drawn is said by `runs` alone.
  const view = new NarrowedView(shell.view, { runFilter: () => '', aside: () => true, ...own });
  return { ...shell, view, selection: new NarrowedSelection(shell.selection, view, runs) };
}

/** What the part changes is changed in the whole view. */
class NarrowedView extends View {
  override readonly state: ViewState;

  constructor(
    readonly whole: View,
    own: OwnFields,
  ) {
    super();
    const fields = Object.entries(own).map(([key, get]): [string, PropertyDescriptor] => [
      key,
      { get, set: (value: unknown) => whole.set({ [key]: value }) },
    ]);
    this.state = Object.create(whole.state, Object.fromEntries(fields)) as ViewState;
  }

  override setOwn(change: Readonly<Record<string, string | undefined>>): void {
    this.whole.setOwn(change);
  }

  override write(): void {
    this.whole.write();
  }
}

/** Colors and groups are those of the whole selection. */
class NarrowedSelection extends Selection {
  constructor(
    readonly whole: Selection,
    view: View,
    readonly runs: () => ReadonlySet<number>,
  ) {
    super(whole.board, view, whole.theme);
  }

  override isShown(run: Run): boolean {
    return this.runs().has(run.id);
  }

  override color(id: number): RunColor {
    return this.whole.color(id);
  }

  protected override grouping(): ReadonlyMap<number, string> {
    return this.whole.groupOf;
  }

  protected override askedGroups(): GroupBy | null {
    return this.whole.groupBy;
  }
}
