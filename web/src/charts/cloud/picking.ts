// Which points lie at a place of the picture, in a box or in a lasso.
import { HIDDEN, type CloudPoints } from './points.ts';

export interface PictureSize {
  width: number;
  height: number;
}

export type Place = readonly [number, number];
type Shown = Pick<CloudPoints, 'positions' | 'shades'>;

/** Where a point is drawn; null: nowhere. */
export function placeOf(
  positions: Float32Array,
  point: number,
  m: Float32Array,
  { width, height }: PictureSize,
): { x: number; y: number; away: number } | null {
  const at = 3 * point;
  const w = part(positions, at, m, 3);
  if (!(w > 0.05)) return null;
  return {
    x: (1 + part(positions, at, m, 0) / w) * (width / 2),
    y: (1 - part(positions, at, m, 1) / w) * (height / 2),
    away: w,
  };
}

/** The point nearest to a place, within a few pixels; null: none. */
export function pointAt(
  { positions, shades }: Shown,
  m: Float32Array,
  { width, height }: PictureSize,
  x_px: number,
  y_px: number,
  within_px = 8,
): number | null {
  let best: number | null = null;
  let least = within_px * within_px;
  for (let i = 0, at = 0; i < shades.length; i += 1, at += 3) {
    if (shades[i] === HIDDEN) continue;
    const w = part(positions, at, m, 3);
    if (!(w > 0.05)) continue;
    const x = (1 + part(positions, at, m, 0) / w) * (width / 2) - x_px;
    if (x > within_px || x < -within_px) continue;
    const y = (1 - part(positions, at, m, 1) / w) * (height / 2) - y_px;
    const away = x * x + y * y;
    if (away < least) {
      least = away;
      best = i;
    }
  }
  return best;
}

/** All points inside a closed line, ascending. A box is a line of four places. */
export function pointsInside(
  { positions, shades }: Shown,
  m: Float32Array,
  { width, height }: PictureSize,
  line: readonly Place[],
): Uint32Array {
  const found: number[] = [];
  const [left, right] = extent(line.map(([x]) => x));
  const [top, bottom] = extent(line.map(([, y]) => y));
  for (let i = 0, at = 0; i < shades.length; i += 1, at += 3) {
    if (shades[i] === HIDDEN) continue;
    const w = part(positions, at, m, 3);
    if (!(w > 0.05)) continue;
    const x = (1 + part(positions, at, m, 0) / w) * (width / 2);
    if (!(x >= left && x <= right)) continue;
    const y = (1 - part(positions, at, m, 1) / w) * (height / 2);
    if (y >= top && y <= bottom && isInside(line, x, y)) found.push(i);
  }
  return Uint32Array.from(found);
}

function isInside(line: readonly Place[], x: number, y: number): boolean {
  let inside = false;
  let [x0, y0] = line.at(-1) ?? [0, 0];
  for (const [x1, y1] of line) {
    if (y1 > y !== y0 > y && x < ((x0 - x1) * (y - y1)) / (y0 - y1) + x1) inside = !inside;
    [x0, y0] = [x1, y1];
  }
  return inside;
}

function extent(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

function part(positions: Float32Array, at: number, m: Float32Array, row: number): number {
  return (
    (m[row] as number) * (positions[at] as number) +
    (m[row + 4] as number) * (positions[at + 1] as number) +
    (m[row + 8] as number) * (positions[at + 2] as number) +
    (m[row + 12] as number)
  );
}
