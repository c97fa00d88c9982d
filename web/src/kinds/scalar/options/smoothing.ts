// One control for three ways of smoothing, as the server takes them and as people read them.
import type { SmoothingKind } from '../../../public/view.ts';

export type Smoothing = { kind: SmoothingKind; amount: number } | { kind: SmoothingKind; auto_px: number };

/** Widths are rounded to steps, so that moving an edge needs no new request. */
const WIDTH_STEP_PX = 100;

/** EMA takes the slider as its weight; window and Gaussian take points, growing with the weight as EMA's memory does. */
export function asSmoothing(
  kind: SmoothingKind,
  slider: number | 'auto',
  width_px: number,
): Smoothing | null {
  if (slider === 'auto')
    return { kind, auto_px: Math.max(1, Math.ceil(width_px / WIDTH_STEP_PX)) * WIDTH_STEP_PX };
  if (slider <= 0) return null;
  return { kind, amount: kind === 'ema' ? slider : points(slider) };
}

export function smoothingText(kind: SmoothingKind, slider: number | 'auto'): string {
  if (slider === 'auto') return slider;
  if (slider <= 0) return 'off';
  return kind === 'ema' ? slider.toFixed(2) : String(points(slider));
}

/** The slider's place for an amount of the server. */
export function amountWeight(kind: SmoothingKind, amount: number): number {
  if (kind === 'ema') return amount;
  return amount > 0 ? 1 - 1 / Math.max(1, kind === 'gaussian' ? amount * 2 : amount) : 0;
}

/** Amounts of the server, the least and the most of all charts: "0.98", "0–0.98", "off". */
export function amountText(kind: SmoothingKind, amounts: readonly [number, number]): string {
  if (amounts[1] <= 0) return 'off';
  const [low, high] = amounts.map((one) => amountWords(kind, one)) as [string, string];
  return low === high ? high : `${low}–${high}`;
}

function amountWords(kind: SmoothingKind, amount: number): string {
  if (amount === 0) return '0';
  return kind === 'ema' ? amount.toFixed(amount > 0.99 ? 3 : 2) : String(Math.round(amount));
}

function points(slider: number): number {
  return Math.max(1, Math.round(1 / (1 - Math.min(slider, 0.999))));
}
