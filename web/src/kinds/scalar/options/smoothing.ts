// The one smoothing slider for three manners of smoothing.
import type { SmoothingKind } from '../../../public/address.ts';

export interface Smoothing {
  kind: SmoothingKind;
  amount: number;
}

/** EMA takes the slider as its weight; window and Gaussian take points, growing with the weight as EMA's memory does. */
export function asSmoothing(kind: SmoothingKind, slider: number): Smoothing | null {
  if (slider <= 0) return null;
  return { kind, amount: kind === 'ema' ? slider : points(slider) };
}

export function smoothingText(kind: SmoothingKind, slider: number): string {
  if (slider <= 0) return 'off';
  return kind === 'ema' ? slider.toFixed(2) : String(points(slider));
}

function points(slider: number): number {
  return Math.max(1, Math.round(1 / (1 - Math.min(slider, 0.999))));
}
