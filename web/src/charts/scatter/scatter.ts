// Points on a canvas: those that do not pass dim below, the rest in color; circles for hundreds, pixels for thousands.
import { words } from '../base/ramp.ts';

export interface Points {
  /** Pixel columns and rows; NaN where a point has no place. */
  xs: Float32Array;
  ys: Float32Array;
  /** Radii in pixels; null: all alike. */
  radii: Float32Array | null;
  shades: Uint8Array;
  palette: readonly string[];
  mask: Uint8Array;
  dim: string;
  surface: string;
}

/** More points than this are set as pixels: circles take too long for a brush to be followed. */
const CIRCLES = 1500;
const DIM_ALPHA = 0.28;
/** The side in pixels of points that are set; tens of thousands are small. */
const sideOf = (n: number): number => (n <= 6000 ? 4 : 2);
/** The fewer points, the larger. */
const radiusOf = (n: number): number => (n <= 60 ? 4 : n <= 400 ? 3 : 2.4);

export function paintPoints(
  canvas: HTMLCanvasElement,
  points: Points,
  size: readonly [number, number],
): void {
  const n = points.xs.length;
  const ratio = n > CIRCLES ? 1 : devicePixelRatio || 1;
  const [width, height] = size;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context || width < 1 || height < 1) return;
  if (n > CIRCLES) {
    const image = context.createImageData(canvas.width, canvas.height);
    setPixels(new Uint32Array(image.data.buffer), canvas.width, canvas.height, points);
    context.putImageData(image, 0, 0);
    return;
  }
  context.scale(ratio, ratio);
  paintCircles(context, points);
}

function paintCircles(context: CanvasRenderingContext2D, points: Points): void {
  const usual_px = radiusOf(points.xs.length);
  for (const passing of [0, 1]) {
    context.globalAlpha = passing ? 0.9 : DIM_ALPHA;
    context.lineWidth = 0.7;
    context.strokeStyle = points.surface;
    for (let row = 0; row < points.xs.length; row += 1) {
      const x = points.xs[row] as number;
      const y = points.ys[row] as number;
      if (points.mask[row] !== passing || Number.isNaN(x + y)) continue;
      context.beginPath();
      context.arc(x, y, points.radii?.[row] ?? usual_px, 0, 2 * Math.PI);
      context.fillStyle = passing ? (points.palette[points.shades[row] as number] ?? points.dim) : points.dim;
      context.fill();
      if (passing) context.stroke();
    }
  }
}

/** Squares of a few pixels, larger ones without their corners; the dim ones first. */
export function setPixels(pixels: Uint32Array, width: number, height: number, points: Points): void {
  const palette = words(points.palette);
  const usual_px = sideOf(points.xs.length);
  const dim = ((words([points.dim])[0] as number) | (Math.round(255 * DIM_ALPHA) << 24)) >>> 0;
  for (const passing of [0, 1]) {
    for (let row = 0; row < points.xs.length; row += 1) {
      if (points.mask[row] !== passing) continue;
      const side = Math.max(2, Math.round(points.radii?.[row] ?? usual_px));
      const left = Math.round((points.xs[row] as number) - side / 2);
      const top = Math.round((points.ys[row] as number) - side / 2);
      if (!(left >= 0 && top >= 0)) continue;
      const color = passing ? ((palette[points.shades[row] as number] as number) | 0xe6000000) >>> 0 : dim;
      for (let y = top; y < top + side && y < height; y += 1) {
        for (let x = left; x < left + side && x < width; x += 1)
          if (!isCorner(x - left, y - top, side)) pixels[y * width + x] = color;
      }
    }
  }
}

/** Whether a pixel of a square lies outside the disc in it; small squares stay whole. */
function isCorner(x: number, y: number, side: number): boolean {
  const middle = (side - 1) / 2;
  return side > 3 && (x - middle) ** 2 + (y - middle) ** 2 > (side / 2) ** 2;
}

/** The point nearest to a place among those that pass, within a few pixels. */
export function nearestPoint(
  { xs, ys, mask }: Pick<Points, 'xs' | 'ys' | 'mask'>,
  x_px: number,
  y_px: number,
  within_px = 9,
): number | null {
  let best: number | null = null;
  let distance = within_px * within_px;
  for (let row = 0; row < xs.length; row += 1) {
    if (!mask[row]) continue;
    const away = ((xs[row] as number) - x_px) ** 2 + ((ys[row] as number) - y_px) ** 2;
    if (away < distance) {
      distance = away;
      best = row;
    }
  }
  return best;
}
