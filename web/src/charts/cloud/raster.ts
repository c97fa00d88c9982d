// Points set as pixels: few as discs with smooth edges, many as squares.
import type { PixelCloud } from './pixel_cloud.ts';
import { DIM, HIDDEN, type CloudPoints } from './points.ts';
import type { Picture, Scene } from './scene.ts';

/** Up to so many pixels are blended with smooth edges; beyond that points are squares of whole pixels. */
const SMOOTH_PX = 1_500_000;
const FULL = 0.999;
const ALPHA = 0.82;
const DIM_ALPHA = 0.4;
/** Points nearer than this are behind the camera. */
const NEAREST = 0.05;

/** Draws into the picture, whatever it held before. */
export function drawPoints(cloud: PixelCloud, scene: Scene, picture: Picture): void {
  const side = 2 * scene.radius_px;
  if (scene.radius_px > 1 && scene.count * side * side <= SMOOTH_PX) drawDiscs(cloud.points, scene, picture);
  else cloud.drawSquares(scene, picture);
}

/** Discs with smooth edges over each other, from far to near; the dim ones below all others. */
function drawDiscs({ positions, shades, radii }: CloudPoints, scene: Scene, picture: Picture): void {
  const { matrix: m, count, palette, ratio } = scene;
  const { width, height } = picture;
  picture.pixels.fill(scene.surface);
  const xs = new Float32Array(count);
  const ys = new Float32Array(count);
  const ws = new Float32Array(count);
  for (let i = 0; i < count; i += 1) {
    const [x, y, z] = [
      positions[3 * i] as number,
      positions[3 * i + 1] as number,
      positions[3 * i + 2] as number,
    ];
    const w = (m[3] as number) * x + (m[7] as number) * y + (m[11] as number) * z + (m[15] as number);
    ws[i] = w;
    xs[i] =
      (1 + ((m[0] as number) * x + (m[4] as number) * y + (m[8] as number) * z + (m[12] as number)) / w) *
      (width / 2);
    ys[i] =
      (1 - ((m[1] as number) * x + (m[5] as number) * y + (m[9] as number) * z + (m[13] as number)) / w) *
      (height / 2);
  }
  const order = scene.isSolid ? farToNear(ws) : null;
  for (const dimPass of [true, false]) {
    for (let place = 0; place < count; place += 1) {
      const i = order ? (order[place] as number) : place;
      const shade = shades[i] as number;
      if (shade === HIDDEN || (shade === DIM) !== dimPass || !((ws[i] as number) > NEAREST)) continue;
      const radius = radii ? ratio * (radii[i] as number) : scene.radius_px;
      blendDisc(
        picture,
        xs[i] as number,
        ys[i] as number,
        radius,
        palette[shade] as number,
        dimPass ? DIM_ALPHA : scene.isSolid ? FULL : ALPHA,
      );
    }
  }
}

function blendDisc(
  { width, height, pixels }: Picture,
  x: number,
  y: number,
  radius: number,
  color: number,
  alpha: number,
): void {
  if (!(x > -radius && y > -radius && x < width + radius && y < height + radius)) return;
  const [red, green, blue] = [color & 255, (color >>> 8) & 255, (color >>> 16) & 255];
  const top = Math.max(0, Math.floor(y - radius));
  const bottom = Math.min(height - 1, Math.ceil(y + radius));
  const left = Math.max(0, Math.floor(x - radius));
  const right = Math.min(width - 1, Math.ceil(x + radius));
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const away = Math.hypot(column + 0.5 - x, row + 0.5 - y);
      const share = Math.min(1, Math.max(0, radius + 0.5 - away)) * alpha;
      if (share <= 0) continue;
      const at = row * width + column;
      const under = pixels[at] as number;
      const [r, g, b] = [under & 255, (under >>> 8) & 255, (under >>> 16) & 255];
      pixels[at] =
        (0xff000000 |
          (Math.round(b + (blue - b) * share) << 16) |
          (Math.round(g + (green - g) * share) << 8) |
          Math.round(r + (red - r) * share)) >>>
        0;
    }
  }
}

const N_BINS = 4096;

/** Points by falling distance, by counting: near enough for what overlaps. */
export function farToNear(ws: Float32Array): Uint32Array {
  let [low, high] = [Infinity, -Infinity];
  for (const w of ws) {
    if (w < low) low = w;
    if (w > high) high = w;
  }
  const scale = high > low ? (N_BINS - 1) / (high - low) : 0;
  const binOf = (w: number): number => Math.floor((high - w) * scale) || 0;
  const starts = new Uint32Array(N_BINS + 1);
  for (const w of ws) starts[binOf(w) + 1] = (starts[binOf(w) + 1] as number) + 1;
  for (let bin = 0; bin < N_BINS; bin += 1)
    starts[bin + 1] = (starts[bin + 1] as number) + (starts[bin] as number);
  const order = new Uint32Array(ws.length);
  for (let i = 0; i < ws.length; i += 1) {
    const bin = binOf(ws[i] as number);
    order[starts[bin] as number] = i;
    starts[bin] = (starts[bin] as number) + 1;
  }
  return order;
}
