// What the server says can be seen of some tracks in a window: columns, one entry for a slice or for many narrow ones.
import { Columns } from '../../../data/columns.ts';
import { lengthOf, type TimeSpan } from './time_span.ts';

export interface SeenSlices {
  readonly length: number;
  readonly track: ArrayLike<number>;
  readonly depth: ArrayLike<number>;
  readonly slice: ArrayLike<number>;
  readonly start_ns: ArrayLike<number>;
  readonly end_ns: ArrayLike<number>;
  /** How many slices an entry stands for. */
  readonly count: ArrayLike<number>;
  readonly category: ArrayLike<number>;
  readonly name: readonly string[];
}

export function decodeSlices(bytes: ArrayBuffer): SeenSlices {
  const columns = new Columns(bytes);
  const numbers = (name: string): Float64Array => columns.numbers(name);
  const start_ns = sums(numbers('start_step_ns'));
  const texts = columns.notes['names'] as readonly string[];
  return {
    length: columns.rows,
    track: numbers('track'),
    depth: numbers('depth'),
    slice: sums(numbers('slice_step')),
    start_ns,
    end_ns: numbers('dur_ns').map((dur, row) => (start_ns[row] ?? 0) + dur),
    count: numbers('count'),
    category: numbers('category'),
    name: Array.from(numbers('name'), (place) => texts[place] ?? ''),
  };
}

/** Values from the steps between them. */
export function sums(steps: Float64Array): Float64Array {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

/** What was requested of the server. */
export interface SeenWindow extends TimeSpan {
  readonly width_px: number;
}

/** As much again on either side, so that moving finds something there. */
const ROOM = 0.5;
/** How much coarser or finer than the screen an answer may be before it is requested anew. */
const MOST_SCALE = 1.4;

/** The window to request for what is in sight: the one there was where that still serves. */
export function windowFor(
  span: TimeSpan,
  width_px: number,
  total_ns: number,
  before: SeenWindow | null,
): SeenWindow {
  if (before && serves(before, span, width_px)) return before;
  const room = lengthOf(span) * ROOM;
  const start_ns = Math.floor(Math.max(0, span.start_ns - room));
  const end_ns = Math.ceil(Math.min(total_ns, span.end_ns + room));
  const share = (end_ns - start_ns) / lengthOf(span);
  return { start_ns, end_ns, width_px: Math.max(1, Math.min(16_384, Math.round(width_px * share))) };
}

function serves(window: SeenWindow, span: TimeSpan, width_px: number): boolean {
  if (span.start_ns < window.start_ns - 1 || span.end_ns > window.end_ns + 1) return false;
  const ratio = lengthOf(span) / width_px / (lengthOf(window) / window.width_px);
  return ratio < MOST_SCALE && ratio > 1 / MOST_SCALE;
}

/** What is seen without the outer levels that a single slice fills: callers of all, such as `main`. */
export function withoutOuterLevels(seen: SeenSlices, span: TimeSpan): SeenSlices {
  const first = firstLevels(seen, span);
  const kept = Array.from({ length: seen.length }, (_, row) => row).filter(
    (row) => (seen.depth[row] ?? 0) >= (first.get(seen.track[row] ?? 0) ?? 0),
  );
  const take = (column: ArrayLike<number>): number[] => kept.map((row) => column[row] ?? 0);
  return {
    length: kept.length,
    track: take(seen.track),
    depth: kept.map((row) => (seen.depth[row] ?? 0) - (first.get(seen.track[row] ?? 0) ?? 0)),
    slice: take(seen.slice),
    start_ns: take(seen.start_ns),
    end_ns: take(seen.end_ns),
    count: take(seen.count),
    category: take(seen.category),
    name: kept.map((row) => seen.name[row] ?? ''),
  };
}

/** By track, the first level that holds more than one slice all over; the last where none does. */
function firstLevels(seen: SeenSlices, span: TimeSpan): Map<number, number> {
  const full = new Set<string>();
  const deepest = new Map<number, number>();
  for (let row = 0; row < seen.length; row += 1) {
    const [track, depth] = [seen.track[row] ?? 0, seen.depth[row] ?? 0];
    deepest.set(track, Math.max(deepest.get(track) ?? 0, depth));
    const isAllOver = (seen.start_ns[row] ?? 0) <= span.start_ns && (seen.end_ns[row] ?? 0) >= span.end_ns;
    if (isAllOver) full.add(`${String(track)} ${String(depth)}`);
  }
  const first = new Map<number, number>();
  for (const [track, last] of deepest) {
    let level = 0;
    while (level < last && full.has(`${String(track)} ${String(level)}`)) level += 1;
    first.set(track, level);
  }
  return first;
}

/** The entry at a time on a level, or the nearest one within `slack_ns`; -1: none. */
export function entryAt(
  seen: SeenSlices,
  track: number,
  depth: number,
  time_ns: number,
  slack_ns: number,
): number {
  let found = -1;
  let nearest = slack_ns;
  for (let i = 0; i < seen.length; i += 1) {
    if (seen.track[i] !== track || seen.depth[i] !== depth) continue;
    const start = seen.start_ns[i] ?? 0;
    const end = seen.end_ns[i] ?? 0;
    const distance = time_ns < start ? start - time_ns : time_ns > end ? time_ns - end : 0;
    if (distance > nearest) continue;
    nearest = distance;
    found = i;
  }
  return found;
}

/** The slice before (-1) or after (1) a time on a level; -1: none is in sight. */
export function neighborOf(
  seen: SeenSlices,
  at: { track: number; depth: number; start_ns: number },
  direction: -1 | 1,
): number {
  let found = -1;
  let nearest = Infinity;
  for (let i = 0; i < seen.length; i += 1) {
    if (seen.track[i] !== at.track || seen.depth[i] !== at.depth) continue;
    const distance = ((seen.start_ns[i] ?? 0) - at.start_ns) * direction;
    if (distance <= 0 || distance >= nearest) continue;
    nearest = distance;
    found = seen.slice[i] ?? -1;
  }
  return found;
}

/** How many entries are drawn in sight, and how many slices they stand for. */
export function countSeen(seen: SeenSlices, span: TimeSpan): { drawn: number; slices: number } {
  let [drawn, slices] = [0, 0];
  for (let i = 0; i < seen.length; i += 1) {
    if ((seen.end_ns[i] ?? 0) < span.start_ns || (seen.start_ns[i] ?? 0) > span.end_ns) continue;
    drawn += 1;
    slices += seen.count[i] ?? 1;
  }
  return { drawn, slices };
}
