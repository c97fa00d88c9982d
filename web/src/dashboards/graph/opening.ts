// Which entries are open after a click, and which rows show what was found.
import type { GraphLevel } from '../../kinds/graph/level.ts';

/** What a search found: the entries, and all groups around them. */
export interface Found {
  entries: ReadonlySet<number>;
  around: ReadonlySet<number>;
}

/** With a row open; of a series the first scope too, which stands for all. */
export function openedWith({ rows, totals }: GraphLevel, row: number): number[] {
  const group = rows[row];
  if (!group) return [...totals.open];
  const isInSeries = rows[group.parent]?.part === 'series';
  const first = group.part === 'series' && !isInSeries ? [group.entry + 1] : [];
  return [...totals.open, group.entry, ...first];
}

/** Without a row, and without what is in it. */
export function closedWithout({ rows, totals, rowOf }: GraphLevel, row: number): number[] {
  const isInside = (entry: number): boolean => {
    let at = rowOf.get(entry) ?? -1;
    while (at >= 0 && at !== row) at = rows[at]?.parent ?? -1;
    return at === row;
  };
  return totals.open.filter((entry) => !isInside(entry));
}

/** 1 for the rows of what was found; a closed group stands for what is in it. */
export function matchingRows({ rows, rowOf }: GraphLevel, { entries, around }: Found): Uint8Array {
  const isMatch = new Uint8Array(rows.length);
  const mark = (entry: number, withOpen: boolean): void => {
    const row = rowOf.get(entry);
    if (row !== undefined && (withOpen || !rows[row]?.isOpen)) isMatch[row] = 1;
  };
  for (const entry of entries) mark(entry, true);
  for (const entry of around) mark(entry, false);
  return isMatch;
}
