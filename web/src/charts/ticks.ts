// The words on axes.
import type { Range } from './extent.ts';
import { formatClock, formatDate, formatDuration, formatTicks } from './format.ts';
import type { ScaleKind } from './lines.ts';

export type XKind = 'step' | 'relative' | 'wall';

export function xTicks(ticks: number[], kind: XKind, [low, high]: Range): string[] {
  if (kind === 'step') return formatTicks(ticks);
  if (kind === 'relative') return ticks.map((tick) => (tick === 0 ? '0' : formatDuration(tick).replace(/ 0 (s|min|h)$/, '')));
  return ticks.map(high - low > 20 * 3600 ? formatDate : formatClock);
}

export function yTicks(ticks: number[], scale: ScaleKind): string[] {
  if (scale === 'linear') return formatTicks(ticks);
  // On a log axis only powers of ten are named; the others are grid.
  return ticks.map((tick) => (tick === null || tick === 0 ? (tick === 0 ? '0' : '') : Number.isInteger(+Math.log10(Math.abs(tick)).toFixed(9)) ? (formatTicks([tick])[0] ?? '') : ''));
}

export function yAxisSize(values: string[] | null): number {
  const longest = (values ?? []).reduce((length, text) => Math.max(length, text.length), 0);
  return Math.max(38, Math.ceil(longest * 6.1) + 12);
}
