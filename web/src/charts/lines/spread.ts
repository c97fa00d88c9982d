// Values denser than pixels as what one can see of them: from the lowest to the highest of each column of pixels.
import type { Project, Values } from './lines.ts';

/** More points per pixel than this are drawn thin, and the raw values behind them as one spread. */
const DENSE_POINTS_PER_PX = 1.5;
/** A spread has more ink than a line, so it is fainter by this. */
export const SPREAD_SHARE = 0.5;

export function isDense([begin, end]: readonly [number, number], width_px: number): boolean {
  return end - begin > width_px * DENSE_POINTS_PER_PX;
}

export interface Spread {
  /** The columns of pixels that have a finite value, and in canvas pixels its highest and lowest place. */
  x: number[];
  top: number[];
  bottom: number[];
}

/** One spread for each stretch without NaN or infinity; x must rise. */
export function spreads(
  x: Float64Array,
  y: Values,
  [begin, end]: readonly [number, number],
  px: Project,
  py: Project,
): Spread[] {
  const found: Spread[] = [];
  let current: Spread | null = null;
  for (let i = begin; i < end; i += 1) {
    const place = py(y[i] as number);
    if (!Number.isFinite(place)) {
      current = null;
      continue;
    }
    if (!current) found.push((current = { x: [], top: [], bottom: [] }));
    take(current, Math.round(px(x[i] as number)), place);
  }
  return found;
}

function take({ x, top, bottom }: Spread, column: number, place: number): void {
  const last = x.length - 1;
  if (last < 0 || x[last] !== column) {
    x.push(column);
    top.push(place);
    bottom.push(place);
  } else {
    top[last] = Math.min(top[last] as number, place);
    bottom[last] = Math.max(bottom[last] as number, place);
  }
}

export function fillSpreads(context: CanvasRenderingContext2D, all: readonly Spread[]): void {
  context.beginPath();
  for (const { x, top, bottom } of all) {
    for (let i = 0; i < x.length; i += 1) {
      if (i === 0) context.moveTo(x[i] as number, (top[i] as number) - 0.5);
      else context.lineTo(x[i] as number, (top[i] as number) - 0.5);
    }
    for (let i = x.length - 1; i >= 0; i -= 1) context.lineTo(x[i] as number, (bottom[i] as number) + 0.5);
    context.closePath();
  }
  context.fill();
}
