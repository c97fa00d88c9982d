// A filter of a column as brushes on its axis, and back: ranges of places from 0 to 1.
import type { Axis } from '../../../charts/base/axis_scale.ts';
import { isWords, withFilter, type Filter, type Filters, type Span } from '../../../kinds/hparams/filters.ts';
import type { TrialColumn } from '../../../kinds/hparams/trials.ts';
import type { Box } from './drawn_box.svelte.ts';
import type { PlotBox } from './scatter_layout.ts';

export type Place = readonly [number, number];

/** Where the brushes lie that a filter means; words that are not neighbors have a brush each. */
export function spansOf(filter: Filter | undefined, column: TrialColumn, axis: Axis): Place[] {
  if (!filter) return [];
  if (!isWords(filter)) return filter.map(([low, high]) => [placeOf(axis, low, 0), placeOf(axis, high, 1)]);
  const chosen = new Set(filter);
  const found: [number, number][] = [];
  column.words?.forEach((word, i) => {
    if (!chosen.has(word)) return;
    const place = axis.place(i);
    const last = found.at(-1);
    if (last && i > 0 && chosen.has(column.words?.[i - 1] ?? '')) last[1] = place;
    else found.push([place, place]);
  });
  return found;
}

/** The filter that brushes mean; null where they hold nothing. */
export function brushed(places: readonly Place[], column: TrialColumn, axis: Axis): Filter | null {
  const rising = places.map(([a, b]): Place => (a < b ? [a, b] : [b, a]));
  if (column.words) {
    const words = column.words.filter((_, i) =>
      rising.some(([low, high]) => axis.place(i) >= low - 1e-9 && axis.place(i) <= high + 1e-9),
    );
    return words.length > 0 ? words : null;
  }
  return joined(rising.map(([low, high]): Span => spanAt(axis, low, high)));
}

export interface Side {
  column: TrialColumn;
  axis: Axis;
}

/** The filters that a box drawn in a plot means, in place of those on its two columns. */
export function boxed(filters: Filters, box: Box, plot: PlotBox, x: Side, y: Side): Filters {
  const share = (px: number, from: number, length: number): number =>
    Math.max(0, Math.min(1, (px - from) / length));
  const across = (px: number): number => share(px, plot.left, plot.width);
  const up = (py: number): number => 1 - share(py, plot.top, plot.height);
  const first = withFilter(
    filters,
    x.column.id,
    brushed([[across(box.x), across(box.toX)]], x.column, x.axis),
  );
  return withFilter(first, y.column.id, brushed([[up(box.y), up(box.toY)]], y.column, y.axis));
}

function spanAt(axis: Axis, low: number, high: number): Span {
  if (axis.scale !== 'category' && axis.scale !== 'quantile')
    return [rounded(axis.value(low)), rounded(axis.value(high))];
  // Between two categories a brush holds neither; of quantiles it holds those within.
  return axis.scale === 'category' ? within(axis, low, high) : [axis.value(low), axis.value(high)];
}

function within(axis: Axis, low: number, high: number): Span {
  let first = Infinity;
  let last = -Infinity;
  for (const { at } of axis.ticks) {
    if (at < low - 1e-9 || at > high + 1e-9) continue;
    const value = axis.value(at);
    first = Math.min(first, value);
    last = Math.max(last, value);
  }
  return [first, last];
}

/** Ranges that overlap become one. */
function joined(spans: readonly Span[]): Span[] | null {
  const out: [number, number][] = [];
  for (const [low, high] of [...spans].filter(([low, high]) => low <= high).sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && low <= last[1]) last[1] = Math.max(last[1], high);
    else out.push([low, high]);
  }
  return out.length > 0 ? out : null;
}

function placeOf(axis: Axis, value: number, open: number): number {
  const place = Number.isFinite(value) ? axis.place(value) : open;
  return Number.isNaN(place) ? nearest(axis, value) : Math.max(-0.02, Math.min(1.02, place));
}

/** A value that is no category lies beside the nearest one. */
function nearest(axis: Axis, value: number): number {
  let best = 0;
  for (const { at } of axis.ticks)
    if (Math.abs(axis.value(at) - value) < Math.abs(axis.value(best) - value)) best = at;
  return best;
}

/** Four digits are finer than a pixel, and read better in a chip. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
