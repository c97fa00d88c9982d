// The points of a cloud as columns, and the order in which they are drawn.

export interface CloudPoints {
  /** x, y, z of each point; z is 0 in two dimensions. NaN: the point has no place. */
  positions: Float32Array;
  /** The place of each point's color in the palette, or one of the two below. */
  shades: Uint8Array;
  /** Radii in pixels; null: all alike, by how many there are. */
  radii: Float32Array | null;
}

/** Not drawn. */
export const HIDDEN = 255;
/** Drawn pale, behind all others. */
export const DIM = 254;
/** Colors a palette has room for. */
export const N_COLORS = 254;

/** Shuffled once, the same every time: any first part is then a fair sample of all. */
export function shuffledOrder(n: number): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  let state = 0x9e3779b9;
  for (let i = n - 1; i > 0; i -= 1) {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const j = (state >>> 0) % (i + 1);
    const held = order[i] as number;
    order[i] = order[j] as number;
    order[j] = held;
  }
  return order;
}

/** The same points in another order. */
export function reordered({ positions, shades, radii }: CloudPoints, order: Uint32Array): CloudPoints {
  const n = order.length;
  const made = new Float32Array(3 * n);
  for (let i = 0; i < n; i += 1) {
    const from = 3 * (order[i] as number);
    made[3 * i] = positions[from] as number;
    made[3 * i + 1] = positions[from + 1] as number;
    made[3 * i + 2] = positions[from + 2] as number;
  }
  return {
    positions: made,
    shades: pickBytes(shades, order),
    radii: radii && pickFloats(radii, order),
  };
}

export function pickBytes(bytes: Uint8Array, order: Uint32Array): Uint8Array {
  const made = new Uint8Array(order.length);
  for (let i = 0; i < order.length; i += 1) made[i] = bytes[order[i] as number] as number;
  return made;
}

export function pickFloats(floats: Float32Array, order: Uint32Array): Float32Array {
  const made = new Float32Array(order.length);
  for (let i = 0; i < order.length; i += 1) made[i] = floats[order[i] as number] as number;
  return made;
}

/** The fewer points, the larger. */
export function usualRadius(n: number): number {
  return n <= 300 ? 5 : n <= 3000 ? 3.4 : n <= 30_000 ? 2.2 : n <= 120_000 ? 1.5 : n <= 400_000 ? 1 : 0.5;
}

/** The golden ratio's fraction: its multiples lie evenly, and in step with no period of the data. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** At most so many points from all over the list; every nth would miss classes where those take turns. */
export function sampledPoints(n: number, most: number): Uint32Array {
  if (n <= most) return Uint32Array.from({ length: n }, (_, i) => i);
  return Uint32Array.from({ length: most }, (_, i) => Math.floor(((i * GOLDEN) % 1) * n));
}
