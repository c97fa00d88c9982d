// Strokes of lines across parallel axes.
import type { ParallelData } from './parallel_data.ts';

/** Lines of one color, which follow each other in `order`, in one stroke. */
export function strokeByShade(
  context: CanvasRenderingContext2D,
  data: ParallelData,
  order: Uint32Array,
): void {
  let shade = -1;
  for (const line of order) {
    const own = data.shades[line] as number;
    if (own !== shade) {
      if (shade >= 0) context.stroke();
      shade = own;
      context.strokeStyle = data.palette[own] ?? data.dim;
      context.beginPath();
    }
    trace(context, data, line);
  }
  if (shade >= 0) context.stroke();
}

export function strokeOne(
  context: CanvasRenderingContext2D,
  data: ParallelData,
  line: number,
  width_px: number,
): void {
  context.lineWidth = width_px;
  context.beginPath();
  trace(context, data, line);
  context.stroke();
}

/** A line as a path; it breaks off where it has no value. */
function trace(context: CanvasRenderingContext2D, { tops, lefts }: ParallelData, line: number): void {
  let drawing = false;
  for (let axis = 0; axis < lefts.length; axis += 1) {
    const x = lefts[axis] as number;
    const y = tops[axis]?.[line] ?? NaN;
    if (Number.isNaN(y)) drawing = false;
    else if (drawing) {
      const before = lefts[axis - 1] as number;
      const bend = (x - before) * 0.38;
      context.bezierCurveTo(before + bend, tops[axis - 1]?.[line] as number, x - bend, y, x, y);
    } else {
      context.moveTo(x, y);
      drawing = true;
    }
  }
}
