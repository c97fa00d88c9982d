// Where the frames of a flame graph lie in pixels: rows from the outermost caller down, widths by time.
import { pathOf, placesOf, type Stacks, type FlameWeight } from '../../../kinds/profile/stacks.ts';

export const ROW_PX = 22;
const LEAST_PX = 0.4;

export interface FlameBox {
  row: number;
  left_px: number;
  width_px: number;
  top_px: number;
  /** A caller of the frame that fills the width. */
  isAbove: boolean;
}

export class Flame {
  /** Callers of the zoomed frame, drawn above it at full width. */
  readonly above: readonly number[];
  readonly height_px: number;
  readonly #left: Float64Array;

  constructor(
    readonly stacks: Stacks,
    readonly weight: FlameWeight,
    readonly zoom: number,
  ) {
    this.above = zoom === 0 ? [] : pathOf(stacks, zoom).slice(0, -1);
    this.#left = placesOf(stacks, weight, zoom);
    const base = stacks.depth[zoom] ?? 0;
    let deepest = base;
    for (let row = zoom; row < (stacks.end[zoom] ?? 0); row += 1)
      deepest = Math.max(deepest, stacks.depth[row] ?? 0);
    // The root itself is not drawn: it stands in the trail.
    const nLevels = deepest - base + (zoom === 0 ? 0 : 1) + this.above.length;
    this.height_px = Math.max(1, nLevels) * ROW_PX;
  }

  /** What can be seen between two heights, callers before callees. */
  *boxes(width_px: number, from_px: number, to_px: number): Generator<FlameBox> {
    for (const [level, row] of this.above.entries()) {
      const top_px = level * ROW_PX;
      if (top_px + ROW_PX > from_px && top_px < to_px)
        yield { row, left_px: 0, width_px, top_px, isAbove: true };
    }
    const total = this.stacks.total[this.weight];
    const whole = total[this.zoom] ?? 0;
    const end = this.stacks.end[this.zoom] ?? 0;
    for (let row = this.zoom === 0 ? 1 : this.zoom; row < end;) {
      const width = ((total[row] ?? 0) / whole) * width_px;
      const top_px = this.topOf(row);
      // What is below a narrow frame is narrower still.
      if (width < LEAST_PX || top_px > to_px) {
        row = this.stacks.end[row] ?? row + 1;
        continue;
      }
      if (top_px + ROW_PX > from_px)
        yield {
          row,
          left_px: (this.#left[row] ?? 0) * width_px,
          width_px: width,
          top_px,
          isAbove: false,
        };
      row += 1;
    }
  }

  at(x_px: number, y_px: number, width_px: number): number | null {
    for (const box of this.boxes(width_px, y_px, y_px))
      if (
        y_px >= box.top_px &&
        y_px < box.top_px + ROW_PX &&
        x_px >= box.left_px &&
        x_px < box.left_px + Math.max(1, box.width_px)
      )
        return box.row;
    return null;
  }

  /** The first height of a row of the zoom. */
  topOf(row: number): number {
    const base = this.stacks.depth[this.zoom] ?? 0;
    const level = (this.stacks.depth[row] ?? 0) - base - (this.zoom === 0 ? 1 : 0);
    return (level + this.above.length) * ROW_PX;
  }

  /** How many frames are wide enough to be drawn. */
  countDrawn(width_px: number): number {
    let n = 0;
    for (const box of this.boxes(width_px, 0, Infinity)) if (!box.isAbove) n += 1;
    return n;
  }
}
