// Rows marked by clicks and keys, in the table or in a plot, become marked runs, which every page knows.
import type { Trials } from '../../kinds/hparams/trials.ts';
import type { Sweep } from './sweep.svelte.ts';

export interface Click {
  index: number;
  anchor: number;
  /** From the anchor to here. */
  range: boolean;
  /** Beside what is marked. */
  more: boolean;
}

export function markRows(
  sweep: Pick<Sweep, 'rows' | 'runsOf'>,
  marked: ReadonlySet<number>,
  { index, anchor, range, more }: Click,
): ReadonlySet<number> {
  const idsAt = (place: number): number[] => sweep.runsOf(sweep.rows[place] ?? -1);
  const next = new Set(range || more ? marked : []);
  if (range) {
    for (let place = Math.min(anchor, index); place <= Math.max(anchor, index); place += 1)
      for (const id of idsAt(place)) next.add(id);
    return next;
  }
  const own = idsAt(index);
  const wasAlone = marked.size === own.length && own.every((id) => marked.has(id));
  const takeOut = more ? own.every((id) => marked.has(id)) : wasAlone;
  for (const id of own) {
    if (takeOut) next.delete(id);
    else next.add(id);
  }
  return next;
}

/** A click on a trial in a plot is one on its row: with Ctrl or Shift it comes beside what is marked. */
export function markInPlot(
  sweep: Pick<Sweep, 'rows' | 'runsOf' | 'shell'>,
  row: number,
  event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>,
): void {
  const { selection } = sweep.shell;
  const index = sweep.rows.indexOf(row);
  selection.marked = markRows(sweep, selection.marked, {
    index,
    anchor: index,
    range: false,
    more: event.ctrlKey || event.metaKey || event.shiftKey,
  });
}

/** The rows whose main run is marked. */
export function markedRows({ run }: Pick<Trials, 'run'>, marked: ReadonlySet<number>): number[] {
  return marked.size === 0 ? [] : [...run.keys()].filter((row) => marked.has(run[row] ?? -1));
}

/** As the table has them; those that a filter hides come last. */
export function inTableOrder(rows: readonly number[], order: Uint32Array): number[] {
  const places = new Map(Array.from(order, (row, place) => [row, place]));
  const placeOf = (row: number): number => places.get(row) ?? order.length;
  return [...rows].sort((a, b) => placeOf(a) - placeOf(b));
}
