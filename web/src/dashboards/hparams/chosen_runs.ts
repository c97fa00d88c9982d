// A selection of its own for one part of a page: other runs are shown there, in the same colours.
import type { Run } from '../../data/shapes.ts';
import type { RunColour } from '../../public/colours.ts';
import { Selection } from '../../public/selection.svelte.ts';

export class ChosenRuns extends Selection {
  constructor(
    readonly whole: Selection,
    readonly ids: () => ReadonlySet<number>,
  ) {
    super(whole.board, whole.view, whole.theme);
  }

  override isShown(run: Run): boolean {
    return this.ids().has(run.id);
  }

  override colour(id: number): RunColour {
    return this.whole.colour(id);
  }
}
