// The points of all cells of a scatter-plot matrix as one set, to be painted at once.

interface Places {
  readonly xs: Float32Array;
  readonly ys: Float32Array;
}

interface Looks {
  readonly radii: Float32Array | null;
  readonly shades: Uint8Array;
  readonly palette: readonly string[];
  readonly mask: Uint8Array;
}

/** Every cell has the same trials at its own places. */
export function pointsOfCells(
  cells: readonly Places[],
  { radii, shades, palette, mask }: Looks,
): Places & Looks {
  return {
    xs: joined(cells.map((cell) => cell.xs)),
    ys: joined(cells.map((cell) => cell.ys)),
    radii: radii && joined(cells.map(() => radii)),
    shades: repeated(shades, cells.length),
    palette,
    mask: repeated(mask, cells.length),
  };
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((n, part) => n + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

function repeated(one: Uint8Array, times: number): Uint8Array {
  const all = new Uint8Array(one.length * times);
  for (let i = 0; i < times; i += 1) all.set(one, i * one.length);
  return all;
}
