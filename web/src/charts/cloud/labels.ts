// Which names are written into a cloud, and where: as many as there is room for, the first in the list before the others.

export interface Label {
  text: string;
  /** The middle of the text. */
  x: number;
  y: number;
}

/** A place for a name: its text begins (1), has its middle (0) or ends (-1) at x; y is the middle of its line. */
export interface LabelSpot {
  x: number;
  y: number;
  side: -1 | 0 | 1;
}

/** A name and where it may stand, the best first. */
export interface LabelWish {
  text: string;
  spots: readonly LabelSpot[];
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const LINE_PX = 15;
const GAP_PX = 5;
/** From a point to the name beside it. */
const BESIDE_PX = 7;
const ABOVE_PX = 13;
const CELL_PX = 16;

/** Beside a point: right, left, above or below. */
export function spotsBeside(x: number, y: number): LabelSpot[] {
  return [
    { x: x + BESIDE_PX, y, side: 1 },
    { x: x - BESIDE_PX, y, side: -1 },
    { x, y: y - ABOVE_PX, side: 0 },
    { x, y: y + ABOVE_PX, side: 0 },
  ];
}

/** What is written so far: later names take what room is left. */
export class LabelRoom {
  /** Boxes by the rows of text they touch. */
  readonly #rows = new Map<number, Box[]>();
  /** Points that names should not cover, by cell. */
  readonly #points = new Map<number, { x: number; y: number }[]>();

  constructor(readonly size: { width: number; height: number }) {}

  /** Names cover this place only where they have no other. */
  avoid(x: number, y: number): void {
    const cell = cellOf(x, y);
    const found = this.#points.get(cell);
    if (found) found.push({ x, y });
    else this.#points.set(cell, [{ x, y }]);
  }

  /** Each where it covers the fewest points; none overlaps another, and all lie within the picture. */
  place(wishes: Iterable<LabelWish>, widthOf: (text: string) => number, most = 300): Label[] {
    const placed: Label[] = [];
    for (const { text, spots } of wishes) {
      if (placed.length >= most) break;
      const width = widthOf(text);
      const box = this.#bestOf(spots.map((spot) => boxOf(spot, width)));
      if (!box) continue;
      for (const row of rowsOf(box)) this.#rows.set(row, [...(this.#rows.get(row) ?? []), box]);
      placed.push({ text, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
    }
    return placed;
  }

  #bestOf(boxes: readonly Box[]): Box | null {
    let best: Box | null = null;
    let fewest = Infinity;
    for (const box of boxes) {
      if (!this.#isFree(box)) continue;
      const count = this.#countCovered(box);
      if (count === 0) return box;
      if (count < fewest) [best, fewest] = [box, count];
    }
    return best;
  }

  #isFree(box: Box): boolean {
    const { left, right, top, bottom } = box;
    if (left < 0 || right > this.size.width || top < 0 || bottom > this.size.height) return false;
    return !rowsOf(box).some((row) => this.#rows.get(row)?.some((other) => overlap(box, other)));
  }

  #countCovered({ left, right, top, bottom }: Box): number {
    let count = 0;
    for (let x = left - (left % CELL_PX); x <= right; x += CELL_PX)
      for (let y = top - (top % CELL_PX); y <= bottom; y += CELL_PX)
        for (const point of this.#points.get(cellOf(x, y)) ?? [])
          if (point.x > left && point.x < right && point.y > top && point.y < bottom) count += 1;
    return count;
  }
}

function boxOf({ x, y, side }: LabelSpot, width: number): Box {
  const middle = x + (side * width) / 2;
  const half = width / 2 + (side === 0 ? GAP_PX : 0);
  return { left: middle - half, right: middle + half, top: y - LINE_PX / 2, bottom: y + LINE_PX / 2 };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right + GAP_PX && b.left < a.right + GAP_PX && a.top < b.bottom && b.top < a.bottom;
}

function rowsOf({ top, bottom }: Box): number[] {
  return [...new Set([Math.floor(top / LINE_PX), Math.floor(bottom / LINE_PX)])];
}

function cellOf(x: number, y: number): number {
  return Math.floor(y / CELL_PX) * 65_536 + Math.floor(x / CELL_PX);
}
