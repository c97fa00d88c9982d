// Which names are written into a cloud, and where: as many as there is room for, the first in the list before the others.

export interface Label {
  text: string;
  /** The middle of the text. */
  x: number;
  y: number;
  /** Which of its spots it has. */
  spot: number;
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

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const LINE_PX = 17;
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

  /** `point_px`: how near a name may come to the middle of a point. */
  constructor(
    readonly size: { width: number; height: number },
    readonly point_px = 0,
  ) {}

  /** No name is written here. */
  block(box: Box): void {
    for (const row of rowsOf(box)) this.#rows.set(row, [...(this.#rows.get(row) ?? []), box]);
  }

  /** Names cover this place only where they have no other. */
  avoid(x: number, y: number): void {
    const cell = cellOf(x, y);
    const found = this.#points.get(cell);
    if (found) found.push({ x, y });
    else this.#points.set(cell, [{ x, y }]);
  }

  /**
   * Each where it covers the fewest points; none overlaps another, and all lie within the picture. `before` has the places in the
   * lists of spots that names had in the picture before, which they keep where they can.
   */
  place(
    wishes: Iterable<LabelWish>,
    widthOf: (text: string) => number,
    most = 300,
    before: ReadonlyMap<string, number> = new Map(),
  ): Label[] {
    const placed: Label[] = [];
    for (const { text, spots } of wishes) {
      if (placed.length >= most) break;
      const width = widthOf(text);
      const boxes = spots.map((spot) => boxOf(spot, width));
      const spot = this.#bestOf(boxes, before.get(text));
      const box = boxes[spot];
      if (!box) continue;
      this.block(box);
      placed.push({ text, spot, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
    }
    return placed;
  }

  #bestOf(boxes: readonly Box[], before: number | undefined): number {
    const had = before === undefined ? undefined : boxes[before];
    if (before !== undefined && had && this.#isFree(had)) return before;
    let [best, fewest] = [-1, Infinity];
    for (const [spot, box] of boxes.entries()) {
      if (!this.#isFree(box)) continue;
      const count = this.#countCovered(box);
      if (count === 0) return spot;
      if (count < fewest) [best, fewest] = [spot, count];
    }
    return best;
  }

  #isFree(box: Box): boolean {
    const { left, right, top, bottom } = box;
    if (left < 0 || right > this.size.width || top < 0 || bottom > this.size.height) return false;
    return !rowsOf(box).some((row) => this.#rows.get(row)?.some((other) => overlap(box, other)));
  }

  #countCovered(box: Box): number {
    const { left, right, top, bottom } = widened(box, this.point_px);
    let count = 0;
    for (let x = CELL_PX * Math.floor(left / CELL_PX); x <= right; x += CELL_PX)
      for (let y = CELL_PX * Math.floor(top / CELL_PX); y <= bottom; y += CELL_PX)
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

function widened({ left, right, top, bottom }: Box, by_px: number): Box {
  return { left: left - by_px, right: right + by_px, top: top - by_px, bottom: bottom + by_px };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right + GAP_PX && b.left < a.right + GAP_PX && a.top < b.bottom && b.top < a.bottom;
}

function rowsOf({ top, bottom }: Box): number[] {
  const first = Math.floor(top / LINE_PX);
  return Array.from({ length: Math.floor(bottom / LINE_PX) - first + 1 }, (_, i) => first + i);
}

function cellOf(x: number, y: number): number {
  return Math.floor(y / CELL_PX) * 65_536 + Math.floor(x / CELL_PX);
}
