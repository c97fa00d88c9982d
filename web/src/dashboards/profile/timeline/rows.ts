// Where heads, tracks and counters lie below each other, given what is pinned and folded.
import type { Counter } from './counters.ts';
import type { Track, TrackGroup } from './tracks.ts';

export interface HeadRow {
  readonly kind: 'head';
  /** By which it is folded. */
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  readonly isFolded: boolean;
  readonly y_px: number;
  readonly height_px: number;
}

export interface TrackRow {
  readonly kind: 'track';
  readonly key: string;
  readonly track: Track;
  readonly isPinned: boolean;
  readonly isFolded: boolean;
  readonly y_px: number;
  readonly height_px: number;
  /** Of one level of nesting. */
  readonly level_px: number;
  readonly n_levels: number;
}

export interface CounterRow {
  readonly kind: 'counter';
  readonly key: string;
  /** Its place in the list of counters. */
  readonly counter: number;
  readonly about: Counter;
  readonly y_px: number;
  readonly height_px: number;
}

export type Row = HeadRow | TrackRow | CounterRow;

export interface Rows {
  readonly rows: readonly Row[];
  readonly height_px: number;
}

export const HEAD_PX = 24;
export const PADDING_PX = 5;
export const COUNTER_PADDING_PX = 6;
const COUNTER_PX = 54;
const LEVEL_PX = 19;
/** Deep stacks have lower rows, so that a screen holds more of them. */
const DEEP_LEVEL_PX = 15;
const DEEP = 10;

export const groupKey = (index: number): string => `g${String(index)}`;
export const trackKey = (track: number): string => `t${String(track)}`;

export function layOut(
  groups: readonly TrackGroup[],
  pinned: readonly number[],
  folded: ReadonlySet<string>,
  counters: readonly Counter[] = [],
): Rows {
  const rows: Row[] = [];
  let y_px = 0;
  const add = (row: Row): void => {
    rows.push(row);
    y_px += row.height_px;
  };
  const head = (key: string, name: string, detail: string): boolean => {
    const isFolded = folded.has(key);
    add({ kind: 'head', key, name, detail, isFolded, y_px, height_px: HEAD_PX });
    return !isFolded;
  };
  const all = groups.flatMap((group) => group.tracks);
  const top = pinned.flatMap((id) => all.find(({ track }) => track === id) ?? []);
  if (top.length > 0 && head('pinned', 'Pinned', countText(top)))
    for (const track of top) add(trackRow(track, y_px, true, folded));
  for (const [index, group] of groups.entries()) {
    const rest = group.tracks.filter(({ track }) => !pinned.includes(track));
    if (rest.length === 0) continue;
    if (head(groupKey(index), group.name, countText(rest)))
      for (const track of rest) add(trackRow(track, y_px, false, folded));
  }
  if (counters.length > 0 && head('counters', 'Counters', ''))
    for (const [counter, about] of counters.entries())
      add({ kind: 'counter', key: `c${String(counter)}`, counter, about, y_px, height_px: COUNTER_PX });
  return { rows, height_px: y_px };
}

function trackRow(track: Track, y_px: number, isPinned: boolean, folded: ReadonlySet<string>): TrackRow {
  const key = trackKey(track.track);
  const isFolded = folded.has(key);
  const n_levels = isFolded ? 1 : Math.max(1, track.n_rows);
  const level_px = n_levels > DEEP ? DEEP_LEVEL_PX : LEVEL_PX;
  const height_px = n_levels * level_px + 2 * PADDING_PX;
  return { kind: 'track', key, track, isPinned, isFolded, y_px, height_px, level_px, n_levels };
}

function countText(tracks: readonly Track[]): string {
  const n = tracks.reduce((sum, track) => sum + track.n_slices, 0);
  return `${String(tracks.length)} ${tracks.length === 1 ? 'track' : 'tracks'}, ${n.toLocaleString('en-US')} ${n === 1 ? 'slice' : 'slices'}`;
}

/** The rows that reach into a stretch from top to bottom. */
export function rowsBetween(rows: readonly Row[], top_px: number, bottom_px: number): Row[] {
  return rows.filter((row) => row.y_px + row.height_px > top_px && row.y_px < bottom_px);
}

export function trackRowsById(rows: readonly Row[]): Map<number, TrackRow> {
  return new Map(rows.flatMap((row) => (row.kind === 'track' ? [[row.track.track, row] as const] : [])));
}

/** The top of a level; null where it is folded away. */
export function levelTop(row: TrackRow, depth: number): number | null {
  return depth < row.n_levels ? row.y_px + PADDING_PX + depth * row.level_px : null;
}

export function rowAt(rows: readonly Row[], y_px: number): Row | undefined {
  return rows.find((one) => y_px >= one.y_px && y_px < one.y_px + one.height_px);
}

/** Which level of which track lies at a height. */
export function levelAt(rows: readonly Row[], y_px: number): { row: TrackRow; depth: number } | null {
  const row = rowAt(rows, y_px);
  if (row?.kind !== 'track') return null;
  const depth = Math.floor((y_px - row.y_px - PADDING_PX) / row.level_px);
  return { row, depth: Math.min(row.n_levels - 1, Math.max(0, depth)) };
}
