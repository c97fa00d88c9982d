// A selection of its own for the page of a step: the run that is looked at and the one beside it.
import type { Run } from '../../data/shapes.ts';
import type { GroupBy } from '../../data/shapes.ts';
import type { RunColor } from '../../public/runs/colors.ts';
import { Selection } from '../../public/selection.svelte.ts';

export class ChosenPair extends Selection {
  constructor(
    readonly whole: Selection,
    readonly runs: () => readonly number[],
  ) {
    super(whole.board, whole.view, whole.theme);
  }

  override isShown(run: Run): boolean {
    return this.runs().includes(run.id);
  }

  override color(id: number): RunColor {
    return this.whole.ownColor(id);
  }

  protected override grouping(): ReadonlyMap<number, string> {
    return new Map();
  }

  protected override askedGroups(): GroupBy | null {
    return null;
  }
}
