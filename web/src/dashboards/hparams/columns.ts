// Which columns the table and the axes show, in which order and on which scale.
import { usualScale, type AxisScale } from '../../charts/base/axis_scale.ts';
import type { TrialColumn } from '../../kinds/hparams/trials.ts';
import type { Settings } from './settings.ts';

const N_AXES = 9;
const ROLES = ['metric', 'hparam', 'fact'] as const;
/** Facts that are of no use as columns of every table; they can be called for. */
const QUIET = ['start_time'];
/** Trial ids that nobody chose: the hash of the hyperparameters. */
const HASH = /^[0-9a-f]{64}$/;

/** Of fewer trials a column comes after all others: in a mixed folder most of it is dashes. */
const SPARSE = 0.25;

/** Pinned ones first, then as a person put them, then metrics, hyperparameters and facts, sparse ones last. */
export function shownColumns(
  columns: readonly TrialColumn[],
  settings: Pick<Settings, 'constants' | 'hidden' | 'order' | 'pinned'>,
): TrialColumn[] {
  const { hidden, order, pinned } = settings;
  const isShown = (column: TrialColumn): boolean =>
    !hidden.includes(column.id) &&
    (pinned.includes(column.id) ||
      order.includes(column.id) ||
      (!isQuiet(column) && (settings.constants || !column.constant)));
  const rank = (column: TrialColumn): number => {
    if (pinned.includes(column.id)) return pinned.indexOf(column.id) - 2e6;
    const place = order.indexOf(column.id);
    if (place >= 0) return place - 1e6;
    const isSparse = column.n < SPARSE * column.numbers.length;
    return ROLES.indexOf(column.role) + (isSparse ? ROLES.length : 0);
  };
  return columns
    .filter(isShown)
    .map((column, i) => ({ column, i }))
    .sort((a, b) => rank(a.column) - rank(b.column) || a.i - b.i)
    .map(({ column }) => column);
}

function isQuiet({ id, words }: TrialColumn): boolean {
  return QUIET.includes(id) || (id === 'trial' && (words ?? []).some((word) => HASH.test(word)));
}

/** The axes a person chose, else what differs between trials and then the metrics, the main one last. */
export function axisColumns(
  columns: readonly TrialColumn[],
  settings: Pick<Settings, 'axes' | 'hidden'>,
  byId: ReadonlyMap<string, TrialColumn>,
): TrialColumn[] {
  if (settings.axes) return settings.axes.map((id) => byId.get(id)).filter((column) => column !== undefined);
  const metrics = columns
    .filter((column) => column.role === 'metric' && !settings.hidden.includes(column.id))
    .slice(0, 2)
    .reverse();
  const varied = columns.filter(
    (column) => column.role === 'hparam' && !settings.hidden.includes(column.id) && tellsApart(column),
  );
  return [...varied.slice(0, N_AXES - metrics.length), ...metrics];
}

/** The order after one column was put before another; null puts it last. */
export function movedBefore(ids: readonly string[], id: string, before: string | null): string[] {
  const rest = ids.filter((one) => one !== id);
  const at = before === null ? rest.length : rest.indexOf(before);
  return at < 0 ? [...ids] : [...rest.slice(0, at), id, ...rest.slice(at)];
}

/** What changes when one column is dropped on another: it takes its place, pinned if that one is. */
export function dropped(
  ids: readonly string[],
  pinned: readonly string[],
  id: string,
  on: string,
): Pick<Settings, 'order' | 'pinned'> {
  const isPinned = pinned.includes(on);
  const stay = pinned.filter((one) => one !== id);
  const order = movedBefore(ids, id, on).filter((one) => !stay.includes(one) && !(isPinned && one === id));
  return { order, pinned: isPinned ? movedBefore([...stay, id], id, on) : stay };
}

/** The order after one column moved by some places; it stops at the ends. */
export function movedBy(ids: readonly string[], id: string, by: number): string[] {
  const rest = ids.filter((one) => one !== id);
  const at = Math.max(0, Math.min(rest.length, ids.indexOf(id) + by));
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}

/** The axes with one more: metrics stay last. */
export function withAxis(axes: readonly TrialColumn[], column: TrialColumn): string[] {
  const ids = axes.map(({ id }) => id);
  const firstMetric = axes.findIndex(({ role }) => role === 'metric');
  return movedBefore(
    [...ids, column.id],
    column.id,
    column.role === 'metric' ? null : (ids[firstMetric] ?? null),
  );
}

/** The scale a person chose for a column, else what suits it: metrics are measured, however few they are. */
export function scaleOf(column: TrialColumn, chosen: Settings['scales']): AxisScale {
  const usual = usualScale(column);
  return chosen[column.id] ?? (usual === 'category' && column.role === 'metric' ? 'linear' : usual);
}

/** Whether most trials have it and it differs; words that differ in every row are names and tell nothing. */
function tellsApart(column: TrialColumn): boolean {
  return column.distinct > 1 && 2 * column.n >= column.numbers.length && (column.words?.length ?? 0) <= 30;
}
