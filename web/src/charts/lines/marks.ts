// Small marks on a canvas: points, breaks, and labels that do not lie on each other.
import { fitName, NOTHING_SPARE, type SpareParts } from '../base/short_name.ts';

export function disc(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  color: string,
): void {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
}

/** NaN: a diamond at the edge, a dotted drop, a cross on the last finite point. */
export function paintBreak(
  context: CanvasRenderingContext2D,
  x: number,
  top: number,
  bottom: number,
  dpr: number,
  color: string,
  bad: string,
): void {
  const r = 4 * dpr;
  context.strokeStyle = color;
  context.lineWidth = dpr;
  // The last finite point may be above what is in sight.
  if (Number.isFinite(bottom) && bottom > top + r) {
    context.setLineDash([dpr, 3 * dpr]);
    context.beginPath();
    context.moveTo(x, top + r);
    context.lineTo(x, bottom);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    for (const sign of [-1, 1]) {
      context.moveTo(x - 3 * dpr, bottom - sign * 3 * dpr);
      context.lineTo(x + 3 * dpr, bottom + sign * 3 * dpr);
    }
    context.stroke();
  }
  context.fillStyle = bad;
  context.beginPath();
  context.moveTo(x, top - r);
  context.lineTo(x + r, top);
  context.lineTo(x, top + r);
  context.lineTo(x - r, top);
  context.fill();
}

/** Sorted places moved apart to at least `gap`, within the bounds as far as they fit. */
export function spread(places: readonly number[], gap: number, low: number, high: number): number[] {
  const out: number[] = [];
  for (const place of places)
    out.push(Math.max(place, out.length === 0 ? low : (out.at(-1) as number) + gap));
  const over = (out[out.length - 1] ?? high) - high;
  if (over > 0) {
    out[out.length - 1] = high;
    for (let i = out.length - 2; i >= 0; i -= 1)
      out[i] = Math.max(low, Math.min(out[i] as number, (out[i + 1] as number) - gap));
  }
  return out;
}

/** The longest form of a text that fits; what all such texts begin with goes first. */
export function fitText(
  context: CanvasRenderingContext2D,
  text: string,
  width_px: number,
  spare: SpareParts = NOTHING_SPARE,
): string {
  return fitName(text, spare, (form) => context.measureText(form).width <= width_px);
}
