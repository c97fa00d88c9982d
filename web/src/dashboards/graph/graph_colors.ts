// What the colored edge of a box says: its structure, op or device by classes, its parameters by a scale.
import { formatBytes, formatShort } from '../../charts/base/format.ts';
import type { GraphLevel, GraphRow } from '../../kinds/graph/level.ts';
import { formatTime } from '../../kinds/graph/times.ts';
import { shortOp } from '../../kinds/graph/titles.ts';
import type { Coloring, Side } from './settings.ts';

/** Slots of the palette of runs; the last is gray and stands for all others. */
const N_CLASSES = 11;
const N_SHADES = 7;

export type ColorSlot = { class: number } | { shade: number } | null;

export interface Legend {
  /** What the colors tell, where the labels do not say it. */
  what: string;
  classes: readonly { label: string; title: string; slot: number }[];
  scale: { low: string; high: string } | null;
}

export interface RowColors {
  slots: readonly ColorSlot[];
  legend: Legend;
}

export function rowColors(level: GraphLevel, coloring: Coloring, side: Side | null = null): RowColors {
  if (coloring === 'parameters') return byScale(level, (row) => row.nParameters, formatShort, 'Parameters');
  if (coloring === 'time') return byScale(level, (row) => row.time_ns, formatTime, 'Compute time');
  if (coloring === 'profile') return byScale(level, (row) => row.profiled_ns, formatTime, 'Profiled time');
  if (coloring === 'memory') return byScale(level, (row) => row.memoryBytes, formatBytes, 'Memory');
  if (coloring === 'change') return byChange(level, side);
  if (coloring === 'structure') return byStructure(level);
  return byText(level, coloring === 'op' ? (row) => shortOp(row.op) : (row) => row.device);
}

function byStructure({ rows }: GraphLevel): RowColors {
  const slots = rows.map((row) => (row.colorClass >= 0 ? { class: row.colorClass } : null));
  const seen = new Map<number, GraphRow>();
  for (const row of rows) if (row.colorClass >= 0 && !seen.has(row.colorClass)) seen.set(row.colorClass, row);
  const classes = [...seen].map(([slot, { nAlike }]) => ({
    slot,
    label: `× ${String(nAlike)}`,
    title: `${String(nAlike)} groups of the same structure`,
  }));
  const what = classes.length > 0 ? 'Same structure' : '';
  return { slots, legend: { what, classes: classes.sort((a, b) => a.slot - b.slot), scale: null } };
}

function byText({ rows }: GraphLevel, textOf: (row: GraphRow) => string): RowColors {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = textOf(row);
    if (text && !row.isOpen) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([text]) => text);
  const slotOf = new Map(ranked.map((text, i) => [text, Math.min(i, N_CLASSES)]));
  const slots = rows.map((row) => {
    const slot = slotOf.get(textOf(row));
    return slot === undefined ? null : { class: slot };
  });
  const titles = ranked.slice(0, N_CLASSES);
  const labels = withoutCommonStart(titles);
  const classes = titles.map((title, slot) => ({ label: labels[slot] ?? title, title, slot }));
  const more = `${String(ranked.length - N_CLASSES)} more`;
  if (ranked.length > N_CLASSES) classes.push({ label: more, title: more, slot: N_CLASSES });
  return { slots, legend: { what: '', classes, scale: null } };
}

/** Names of devices are paths, which differ in their last parts. */
function withoutCommonStart(names: readonly string[]): string[] {
  const paths = names.filter((name) => name.startsWith('/')).map((name) => name.split('/'));
  const nCommon = (paths[0] ?? []).findIndex(
    (part, i, { length }) => i === length - 1 || paths.some((path) => path[i] !== part),
  );
  return names.map((name) => (name.startsWith('/') ? name.split('/').slice(nCommon).join('/') : name));
}

function byScale(
  { rows }: GraphLevel,
  valueOf: (row: GraphRow) => number,
  format: (value: number) => string,
  what: string,
): RowColors {
  const most = rows.reduce((max, row) => (row.isOpen ? max : Math.max(max, valueOf(row) || 0)), 0);
  const slots = rows.map((row) => {
    const value = valueOf(row);
    return value > 0 && most > 0
      ? { shade: Math.min(N_SHADES - 1, 1 + Math.floor((value / most) * (N_SHADES - 1))) }
      : null;
  });
  return { slots, legend: { what, classes: [], scale: { low: '0', high: format(most) } } };
}

/** Blue, orange and gold are told apart by everyone. */
export const CHANGE_SLOTS = { added: 0, removed: 1, changed: 4 } as const;

/** A side has nothing of what only the other has. */
function byChange({ rows, totals }: GraphLevel, side: Side | null): RowColors {
  const slots = rows.map(({ change }) =>
    change === null || change === 'same' ? null : { class: CHANGE_SLOTS[change] },
  );
  const counts = [
    { n: totals.n_added, change: 'added', isNotOn: 'base' },
    { n: totals.n_removed, change: 'removed', isNotOn: 'own' },
    { n: totals.n_changed, change: 'changed', isNotOn: '' },
  ] as const;
  const classes = counts
    .filter(({ isNotOn }) => isNotOn !== side)
    .map(({ n, change }) => {
      const label = `${String(n ?? 0)} ${change}`;
      return { label, title: label, slot: CHANGE_SLOTS[change] };
    });
  return { slots, legend: { what: '', classes, scale: null } };
}
