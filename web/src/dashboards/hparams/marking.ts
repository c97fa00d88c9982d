// Rows marked by clicks and keys become marked runs, which every page knows.
import type { Sweep } from './sweep.svelte.ts';

export interface Click {
  index: number;
  anchor: number;
  /** From the anchor to here. */
  range: boolean;
  /** Beside what is marked. */
  more: boolean;
}

export function markRows(sweep: Pick<Sweep, 'rows' | 'runsOf'>, marked: ReadonlySet<number>, { index, anchor, range, more }: Click): ReadonlySet<number> {
  const idsAt = (place: number): number[] => sweep.runsOf(sweep.rows[place] ?? -1);
  const next = new Set(range || more ? marked : []);
  if (range) {
    for (let place = Math.min(anchor, index); place <= Math.max(anchor, index); place += 1) for (const id of idsAt(place)) next.add(id);
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
