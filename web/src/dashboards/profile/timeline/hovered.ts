// What the pointer is over: a slice, the value of a counter, or idle time of a device.
import { formatCount } from '../../../charts/base/format.ts';
import { formatSpan } from '../../../kinds/profile/spans.ts';
import { counterText, valueAt, type CounterWindow } from './counters.ts';
import { CAUSE_TEXT, type IdleGap } from './idle_gaps.ts';
import { levelAt, rowAt, type Row } from './rows.ts';
import { entryAt, type SeenSlices } from './seen_slices.ts';

export interface Hovered {
  readonly name: string;
  readonly text: string;
}

export interface Seen {
  readonly rows: readonly Row[];
  readonly seen: SeenSlices | null;
  readonly counters: CounterWindow | null;
  readonly gaps: readonly IdleGap[];
}

/** The entry of the slice there, or the nearest within `slack_ns`; -1: none. */
export function entryNear(
  { rows, seen }: Pick<Seen, 'rows' | 'seen'>,
  y_px: number,
  time_ns: number,
  slack_ns: number,
): number {
  const level = levelAt(rows, y_px);
  return seen && level ? entryAt(seen, level.row.track.track, level.depth, time_ns, slack_ns) : -1;
}

export function hoveredAt(all: Seen, y_px: number, time_ns: number, slack_ns: number): Hovered | null {
  const entry = entryNear(all, y_px, time_ns, slack_ns);
  if (all.seen && entry >= 0) return ofSlice(all.seen, entry);
  const row = rowAt(all.rows, y_px);
  if (row?.kind === 'counter') {
    const values = all.counters?.get(row.counter);
    const value = values ? valueAt(values, time_ns) : null;
    return value === null ? null : { name: row.about.name, text: counterText(row.about, value) };
  }
  if (row?.kind !== 'track') return null;
  const gap = all.gaps.find(
    ({ track, start_ns, end_ns }) => track === row.track.track && start_ns <= time_ns && time_ns <= end_ns,
  );
  return gap ? { name: `Idle, ${CAUSE_TEXT[gap.cause]}`, text: formatSpan(gap.end_ns - gap.start_ns) } : null;
}

function ofSlice(seen: SeenSlices, entry: number): Hovered {
  const n = seen.count[entry] ?? 1;
  const length = formatSpan((seen.end_ns[entry] ?? 0) - (seen.start_ns[entry] ?? 0));
  return {
    name: seen.name[entry] ?? '',
    text: n > 1 ? `and ${formatCount(n - 1)} more within ${length}` : length,
  };
}
