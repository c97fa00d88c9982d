// Why a grouping makes no group, so that pages can say it where their charts would be blank.
import type { Shell } from '../context.ts';
import { hparamsOfRule } from './groups.ts';

/** What the group rule found nowhere; null where it made a group, or that is not known yet. */
export function missingGroup({
  board,
  view,
  selection,
}: Pick<Shell, 'board' | 'view' | 'selection'>): { pattern: string } | { hparams: string[] } | null {
  const rule = view.state.groupBy;
  if (rule === '' || !board.loaded || selection.listed.length === 0 || selection.groups.length > 0)
    return null;
  const hparams = hparamsOfRule(rule);
  if (hparams.length === 0) return { pattern: rule };
  return selection.hparams.isLoaded ? { hparams } : null;
}
