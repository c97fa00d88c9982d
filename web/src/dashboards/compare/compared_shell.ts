// The shell as the charts of the comparison see it: the compared runs alone, as differences to the baseline in force.
import type { Run } from '../../data/shapes.ts';
import type { ViewState } from '../../public/address.ts';
import type { Shell } from '../../public/context.ts';
import type { RunColor } from '../../public/runs/colors.ts';
import type { GroupBy } from '../../public/runs/groups.ts';
import { Selection } from '../../public/selection.svelte.ts';
import { View } from '../../public/view.svelte.ts';
import type { Show } from './rows.ts';

export interface ComparedLook {
  runs: ReadonlySet<number>;
  /** Name of the baseline's run, chosen or not. */
  baseline: string | null;
  show: Show;
}

export function comparedShell(shell: Shell, look: () => ComparedLook): Shell {
  const view = new ComparedView(shell.view, look);
  return { ...shell, view, selection: new ComparedRuns(shell.selection, view, look) };
}

/** Differences are on by the comparison's own setting, so that the other dashboards stay as they are. */
class ComparedView extends View {
  override readonly state: ViewState;

  constructor(
    readonly whole: View,
    look: () => ComparedLook,
  ) {
    super();
    const differences = (): ViewState['own'] => {
      const { show } = look();
      return { ...whole.state.own, 'scalars.diff': show === 'value' ? 'off' : show };
    };
    // All other fields are those of the whole view.
    this.state = Object.create(whole.state, {
      baseline: { get: () => look().baseline, set: (baseline: string | null) => whole.set({ baseline }) },
      own: { get: differences },
      // The baseline may be a run that the filter hides.
      runFilter: { get: () => '' },
      aside: { get: () => true },
    }) as ViewState;
  }

  override setOwn(change: Readonly<Record<string, string | undefined>>): void {
    this.whole.setOwn(change);
  }

  override write(): void {
    this.whole.write();
  }
}

class ComparedRuns extends Selection {
  constructor(
    readonly whole: Selection,
    view: View,
    readonly look: () => ComparedLook,
  ) {
    super(whole.board, view, whole.theme);
  }

  override isShown(run: Run): boolean {
    return this.look().runs.has(run.id);
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
