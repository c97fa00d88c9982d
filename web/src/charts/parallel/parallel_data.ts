// The lines across parallel axes as columns: their order, and which one is near a point.

export interface ParallelData {
  n: number;
  /** Pixel rows of each line on each axis; NaN where it has no value there. */
  tops: readonly Float32Array[];
  /** Pixel columns of the axes. */
  lefts: readonly number[];
  shades: Uint8Array;
  palette: readonly string[];
  /** Color of lines that do not pass. */
  dim: string;
  ink: string;
}

/** Lines by the place of their color: one stroke for each, the strongest on top, those without one below all. */
export function byShade(shades: Uint8Array, none: number): Uint32Array {
  const place = (line: number): number => (shades[line] === none ? -1 : (shades[line] as number));
  return Uint32Array.from(shades, (_, line) => line).sort((a, b) => place(a) - place(b) || a - b);
}

/** The line of the mask nearest to a point, within a few pixels. */
export function nearestLine(
  { tops, lefts }: Pick<ParallelData, 'tops' | 'lefts'>,
  order: Uint32Array,
  mask: Uint8Array,
  [x_px, y_px]: readonly [number, number],
  within_px: number,
): number | null {
  const right = lefts.findIndex((left) => left >= x_px);
  const axis = right < 0 ? lefts.length - 1 : Math.max(1, right);
  const [from, to] = [tops[axis - 1], tops[axis]];
  if (!from || !to) return null;
  const [start, end] = [lefts[axis - 1] as number, lefts[axis] as number];
  const t = Math.max(0, Math.min(1, (x_px - start) / (end - start)));
  const bend = t * t * (3 - 2 * t);
  let best: number | null = null;
  let distance = within_px;
  // From the top down: of equally near lines the one drawn last is the one that is seen.
  for (let i = order.length - 1; i >= 0; i -= 1) {
    const line = order[i] as number;
    if (mask[line] !== 1) continue;
    const y = (from[line] as number) + ((to[line] as number) - (from[line] as number)) * bend;
    if (Math.abs(y - y_px) >= distance) continue;
    distance = Math.abs(y - y_px);
    best = line;
  }
  return best;
}
