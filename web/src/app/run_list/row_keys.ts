// What keys do in the table of runs: arrows move between rows, letters act on the row or on all selected ones.
import type { Run } from '../../data/shapes.ts';
import type { Shell } from '../../public/context.ts';
import { togglePin } from './acting.ts';
import type { Row } from './rows.ts';

const MOVES: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 20,
  PageUp: -20,
  Home: -Infinity,
  End: Infinity,
};

/** The row that an arrow leads to, captions left out; null where the key is no arrow or there is no such row. */
export function rowAfter(rows: readonly Row[], active: number, key: string): number | null {
  const by = MOVES[key];
  if (by === undefined) return null;
  const way = by < 0 ? -1 : 1;
  let next = Math.max(0, Math.min(rows.length - 1, active + by));
  while (rows[next]?.type === 'caption' && rows[next + way]) next += way;
  return rows[next] === undefined || rows[next]?.type === 'caption' ? null : next;
}

export const isArrow = (key: string): boolean => key in MOVES;

/** What the table does for a key beside changing the view and the selection. */
export interface RowActions {
  /** Menu and name field open at the row. */
  menu(runs: readonly Run[]): void;
  rename(run: Run): void;
  details(run: Run): void;
  trash(runs: readonly Run[]): void;
  fold(row: Row): void;
}

/** Whether the key meant something here. */
export function actOnRow(
  shell: Shell,
  { row, runs, key }: { row: Row; runs: readonly Run[]; key: string },
  actions: RowActions,
): boolean {
  const { board, view, selection } = shell;
  const one = row.type === 'run' ? row.run : null;
  if (key === ' ' || key === 'x')
    selection.show(
      runs,
      runs.some((run) => !selection.isShown(run)),
    );
  else if (key === 'X') selection.showOnly(runs);
  else if (key === 'b' && one) view.set({ baseline: view.state.baseline === one.name ? null : one.name });
  else if (key === 'p') for (const run of runs) togglePin(shell, run);
  else if ((key === 'i' || key === 'Enter') && one) actions.details(one);
  else if (key === 'F2' && one) actions.rename(one);
  else if (key === 'Delete' && board.writable) actions.trash(runs);
  else if (key === 'm' || key === 'ContextMenu') actions.menu(runs);
  else if (key === 'Enter' || (isFoldable(row) && key === (row.open ? 'ArrowLeft' : 'ArrowRight')))
    actions.fold(row);
  else return key === 'ArrowRight' || key === 'ArrowLeft';
  return true;
}

function isFoldable(row: Row): row is Exclude<Row, { type: 'caption' }> {
  return row.type === 'folder' || (row.type === 'run' && row.nSubRuns > 0);
}
