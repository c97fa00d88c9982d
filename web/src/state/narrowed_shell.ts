// The shell for a part of a page: other runs are shown there, and some fields of the view are the part's own.
import type { Narrowing, Shell } from '../public/context.ts';
import { NarrowedSelection } from './narrowed_selection.svelte.ts';
import { NarrowedView } from './narrowed_view.ts';

export function narrowed(shell: Shell, { runs, view: own, isGrouped = true }: Narrowing): Shell {
  const part: Shell = {
    ...shell,
    view: own ? new NarrowedView(shell.view, own) : shell.view,
    selection: runs ? new NarrowedSelection(shell, runs, isGrouped) : shell.selection,
    narrow: (further) => narrowed(part, further),
  };
  return part;
}
