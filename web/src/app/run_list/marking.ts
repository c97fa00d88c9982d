// Marking rows for acting on several, as file managers do: a click marks one, Ctrl adds or takes away, Shift extends.
import type { Run } from '../../data/shapes.ts';
import type { Row } from './rows.ts';

export interface Marking {
  marked: ReadonlySet<number>;
  /** Where a stretch begins. */
  anchor: number;
}

export interface Modifiers {
  ctrl: boolean;
  shift: boolean;
}

/** The runs that a row stands for. */
export function runsOf(row: Row | undefined): readonly Run[] {
  if (!row || row.type === 'caption') return [];
  return row.type === 'run' ? [row.run] : row.runs;
}

export function mark(rows: readonly Row[], at: number, now: Marking, { ctrl, shift }: Modifiers): Marking {
  const ids = runsOf(rows[at]).map((run) => run.id);
  if (shift && now.anchor >= 0) {
    const stretch = rows.slice(Math.min(now.anchor, at), Math.max(now.anchor, at) + 1);
    const between = stretch.flatMap((row) => runsOf(row)).map((run) => run.id);
    return { marked: new Set([...(ctrl ? now.marked : []), ...between]), anchor: now.anchor };
  }
  const already = ids.every((id) => now.marked.has(id));
  if (ctrl) {
    const rest = already ? [...now.marked].filter((id) => !ids.includes(id)) : [...now.marked, ...ids];
    return { marked: new Set(rest), anchor: at };
  }
  // A click on the only marked row takes the mark away.
  return { marked: new Set(already && now.marked.size === ids.length ? [] : ids), anchor: at };
}
