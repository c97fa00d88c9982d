// Which names are written into a cloud: as many as there is room for, the first in the list before the others.

export interface Label {
  text: string;
  /** The middle of the text. */
  x: number;
  y: number;
}

const LINE_PX = 15;
const GAP_PX = 5;

/** Those that overlap no earlier one and lie within the picture. */
export function placedLabels(
  labels: Iterable<Label>,
  widthOf: (text: string) => number,
  size: { width: number; height: number },
  most = 300,
): Label[] {
  const placed: Label[] = [];
  // Boxes by the rows of text they touch.
  const rows = new Map<number, { left: number; right: number }[]>();
  for (const label of labels) {
    if (placed.length >= most) break;
    const half = widthOf(label.text) / 2 + GAP_PX;
    const [left, right] = [label.x - half, label.x + half];
    if (left < 0 || right > size.width || label.y < LINE_PX || label.y > size.height - LINE_PX) continue;
    const touched = [
      Math.floor((label.y - LINE_PX / 2) / LINE_PX),
      Math.floor((label.y + LINE_PX / 2) / LINE_PX),
    ];
    const isTaken = touched.some((row) => rows.get(row)?.some((box) => left < box.right && right > box.left));
    if (isTaken) continue;
    for (const row of touched) rows.set(row, [...(rows.get(row) ?? []), { left, right }]);
    placed.push(label);
  }
  return placed;
}
