// Which point of a mesh is under the pointer, and where a point is in the picture.

export interface PictureSize {
  width: number;
  height: number;
}

export interface Spot {
  /** Place of the point among those drawn. */
  point: number;
  x: number;
  y: number;
}

/** How near the pointer must come. */
const REACH_PX = 9;
/** Of points this near to each other the one in front is meant. */
const SAME_PX = 2;

/** Column-major, as three has it: from the mesh to x, y and depth from −1 to 1. */
type Elements = ArrayLike<number>;

/**
 * The point nearest to the pointer. On a surface it is the front one within reach: those behind are hidden.
 */
export function pickPoint(
  positions: Float32Array,
  m: Elements,
  { width, height }: PictureSize,
  x_px: number,
  y_px: number,
  isSurface: boolean,
): Spot | null {
  let best: (Spot & { away: number; depth: number }) | null = null;
  for (let point = 0; point * 3 < positions.length; point += 1) {
    const [px, py, pz] = coordinates(positions, point);
    const w = at(m, 3) * px + at(m, 7) * py + at(m, 11) * pz + at(m, 15);
    if (w <= 0) continue;
    const x = (((at(m, 0) * px + at(m, 4) * py + at(m, 8) * pz + at(m, 12)) / w + 1) / 2) * width;
    if (Math.abs(x - x_px) > REACH_PX) continue;
    const y = ((1 - (at(m, 1) * px + at(m, 5) * py + at(m, 9) * pz + at(m, 13)) / w) / 2) * height;
    const away = Math.hypot(x - x_px, y - y_px);
    if (away > REACH_PX) continue;
    const depth = (at(m, 2) * px + at(m, 6) * py + at(m, 10) * pz + at(m, 14)) / w;
    const isCloser =
      best === null ||
      (isSurface || Math.abs(away - best.away) < SAME_PX ? depth < best.depth : away < best.away);
    if (isCloser) best = { point, x, y, away, depth };
  }
  return best && { point: best.point, x: best.x, y: best.y };
}

/** Where a point is in the picture; null: behind the camera. */
export function placeOn(
  positions: Float32Array,
  point: number,
  m: Elements,
  { width, height }: PictureSize,
): { x: number; y: number } | null {
  const [px, py, pz] = coordinates(positions, point);
  const w = at(m, 3) * px + at(m, 7) * py + at(m, 11) * pz + at(m, 15);
  if (w <= 0) return null;
  return {
    x: (((at(m, 0) * px + at(m, 4) * py + at(m, 8) * pz + at(m, 12)) / w + 1) / 2) * width,
    y: ((1 - (at(m, 1) * px + at(m, 5) * py + at(m, 9) * pz + at(m, 13)) / w) / 2) * height,
  };
}

function coordinates(positions: Float32Array, point: number): [number, number, number] {
  return [positions[point * 3] ?? 0, positions[point * 3 + 1] ?? 0, positions[point * 3 + 2] ?? 0];
}

function at(elements: Elements, i: number): number {
  return elements[i] ?? 0;
}
