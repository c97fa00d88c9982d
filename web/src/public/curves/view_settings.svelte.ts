// What all curve cards share: plane, threshold and zoom from the link, and the threshold under the pointer.
import { SvelteMap } from 'svelte/reactivity';
import { thresholdSpan, type Curve, type Plane } from '../../data/curves.ts';
import type { Range } from '../../charts/lines/extent.ts';
import type { View } from '../view.ts';

/** The threshold under the pointer, in whichever card it is. */
export const pointed = $state<{ threshold: number | null }>({ threshold: null });

/** Thresholds of the curves in sight, by card. */
const spans = new SvelteMap<object, Range>();

export function reportSpan(card: object, curves: readonly Curve[] | null): void {
  if (curves) spans.set(card, thresholdSpan(curves));
  else spans.delete(card);
}

export function spanOfAll(): Range {
  const all = [...spans.values()];
  return [Math.min(0, ...all.map(([low]) => low)), Math.max(1, ...all.map(([, high]) => high))];
}

export function planeOf(view: View): Plane {
  return view.own('curves.plane') === 'roc' ? 'roc' : 'pr';
}

export function thresholdOf(view: View): number {
  const given = Number(view.own('curves.threshold') ?? 'none');
  return Number.isFinite(given) ? given : 0.5;
}

export interface Zoom {
  x: Range;
  y: Range;
}

export const UNIT: Zoom = { x: [0, 1], y: [0, 1] };

export function zoomOf(view: View): Zoom | null {
  const [x0 = NaN, x1 = NaN, y0 = NaN, y1 = NaN] = (view.own('curves.zoom') ?? '')
    .split(',')
    .map((part) => (part === '' ? NaN : Number(part)));
  return x0 < x1 && y0 < y1 ? { x: [x0, x1], y: [y0, y1] } : null;
}

export function setZoom(view: View, zoom: Zoom | null): void {
  view.setOwn({
    'curves.zoom': zoom
      ? [...zoom.x, ...zoom.y].map((one) => Number(one.toPrecision(4))).join(',')
      : undefined,
  });
}
