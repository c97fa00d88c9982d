// A selection of its own for one part of a page: the runs of some trials, each trial a line of its own.
import type { Run } from '../../../data/shapes.ts';
import type { RunColor } from '../../../public/runs/colors.ts';
import type { GroupBy } from '../../../public/runs/groups.ts';
import { Selection } from '../../../public/selection.svelte.ts';
import { trialGroups, type ChosenTrial } from './trial_groups.ts';

export class ChosenRuns extends Selection {
  constructor(
    readonly whole: Selection,
    readonly trials: () => readonly ChosenTrial[],
  ) {
    super(whole.board, whole.view, whole.theme);
  }

  override isShown(run: Run): boolean {
    return this.trials().some(({ runs }) => runs.includes(run.id));
  }

  /** Its own, as it is in the head of the comparison; a trial of several runs has its first one's. */
  override color(id: number): RunColor {
    const name = this.groups[-1 - id];
    return this.whole.ownColor(
      name === undefined ? id : (this.trials().find((trial) => trial.name === name)?.runs[0] ?? id),
    );
  }

  protected override grouping(): ReadonlyMap<number, string> {
    return trialGroups(this.trials());
  }

  protected override askedGroups(): GroupBy | null {
    const groups = this.grouping();
    return groups.size > 0 ? { values: Object.fromEntries(groups) } : null;
  }
}
