// Which names are written into a cloud: as many as there is room for, the first in the list before the others.

export interface Label {
  text: string;
  /** The middle of the text. */
  x: number;
  y: number;
}

const LINE_PX = 15;
const GAP_PX = 5;

/** What is written so far: later names take what room is left. */
export class LabelRoom {
  /** Boxes by the rows of text they touch. */
  readonly #rows = new Map<number, { left: number; right: number }[]>();

  constructor(readonly size: { width: number; height: number }) {}

  /** Those that overlap no earlier one and lie within the picture. */
  place(labels: Iterable<Label>, widthOf: (text: string) => number, most = 300): Label[] {
    const placed: Label[] = [];
    for (const label of labels) {
      if (placed.length >= most) break;
      if (this.#takes(label, widthOf(label.text) / 2 + GAP_PX)) placed.push(label);
    }
    return placed;
  }

  #takes({ x, y }: Label, half: number): boolean {
    const [left, right] = [x - half, x + half];
    if (left < 0 || right > this.size.width || y < LINE_PX || y > this.size.height - LINE_PX) return false;
    const touched = [Math.floor((y - LINE_PX / 2) / LINE_PX), Math.floor((y + LINE_PX / 2) / LINE_PX)];
    const isTaken = touched.some((row) =>
      this.#rows.get(row)?.some((box) => left < box.right && right > box.left),
    );
    if (isTaken) return false;
    for (const row of touched) this.#rows.set(row, [...(this.#rows.get(row) ?? []), { left, right }]);
    return true;
  }
}
