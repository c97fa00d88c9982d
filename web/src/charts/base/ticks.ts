// Where axes have ticks on bent scales, and the words on all of them.
import type { Range } from '../lines/extent.ts';
import { formatClock, formatDate, formatDuration, formatShort, formatTicks } from './format.ts';

/** `value`: another scalar. */
export type XKind = 'step' | 'relative' | 'wall' | 'value';

/** Powers of ten in the range; where they are few, also their double and fivefold. */
export function logTicks([low, high]: Range, about: number): number[] {
  if (!(low > 0 && high > low)) return [];
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const every = Math.max(1, Math.ceil((last - first) / Math.max(2, about)));
  const factors = last - first <= 2 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = first; power <= last; power += every)
    for (const factor of factors) ticks.push(Number(`${String(factor)}e${String(power)}`));
  const inside = ticks.filter((tick) => tick >= low * (1 - 1e-12) && tick <= high * (1 + 1e-12));
  return inside.length > 0 ? inside : [low, high].map((tick) => Number(tick.toPrecision(3)));
}

/** Zero, and powers of ten on both sides of it. */
export function symlogTicks([low, high]: Range, about: number): number[] {
  const up = high > 1 ? logTicks([1, high], about / 2).filter(isPower) : [];
  const down = low < -1 ? logTicks([1, -low], about / 2).filter(isPower) : [];
  const middle = [-1, 0, 1].filter(
    (tick) => tick >= low && tick <= high && !up.includes(tick) && !down.includes(-tick),
  );
  const ticks = [...down.map((tick) => -tick).reverse(), ...middle, ...up];
  return ticks.length > 1 ? ticks : [low, high].map((tick) => Number(tick.toPrecision(3)));
}

export function xTicks(ticks: readonly number[], kind: XKind, [low, high]: Range, isBent: boolean): string[] {
  if (kind === 'step' || kind === 'value') return isBent ? eachByItself(ticks) : formatTicks(ticks);
  if (kind === 'relative')
    return ticks.map((tick) => (tick === 0 ? '0' : formatDuration(tick).replace(/ 0 (s|min|h)$/, '')));
  return ticks.map(high - low > 20 * 3600 ? formatDate : formatClock);
}

/** On a bent scale each tick has digits of its own. */
export function eachByItself(ticks: readonly number[]): string[] {
  return ticks.map((tick) =>
    tick === 0
      ? '0'
      : Math.abs(tick) >= 1e-3 && Math.abs(tick) < 1e4
        ? String(tick).replace('-', '−')
        : Math.abs(tick) >= 1e4 && Math.abs(tick) < 1e15
          ? formatShort(tick)
          : (formatTicks([tick])[0] ?? ''),
  );
}

export function yAxisSize(values: readonly string[] | null): number {
  const longest = (values ?? []).reduce((length, text) => Math.max(length, text.length), 0);
  return Math.max(38, Math.ceil(longest * 6.1) + 12);
}

function isPower(tick: number): boolean {
  return Number.isInteger(+Math.log10(tick).toFixed(9));
}
