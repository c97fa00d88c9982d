// How many points lie where: counted per pixel, smoothed, and shown on a scale of colors.
import { DIM, HIDDEN, type CloudPoints } from './points.ts';
import type { Picture, Scene } from './scene.ts';

const SMOOTH_PX = 6;

/** `colors`: 256 RGBA words from few to many. */
export function drawDensity(points: CloudPoints, scene: Scene, picture: Picture, colors: Uint32Array): void {
  const { width, height, pixels } = picture;
  const counts = new Float32Array(pixels.length);
  countPoints(points, scene, picture, counts);
  const radius = Math.max(1, Math.round(SMOOTH_PX * scene.ratio));
  // Three passes of a running mean are near enough to a bell.
  for (let pass = 0; pass < 3; pass += 1) {
    meanOf(counts, width, height, 1, width, radius);
    meanOf(counts, height, width, width, 1, radius);
  }
  let most = 0;
  for (const count of counts) if (count > most) most = count;
  const scale = most > 0 ? 255 / Math.sqrt(most) : 0;
  for (let i = 0; i < pixels.length; i += 1) {
    const level = Math.sqrt(counts[i] as number) * scale;
    pixels[i] = level < 2 ? scene.surface : (colors[Math.round(level)] as number);
  }
}

function countPoints(
  { positions, shades }: CloudPoints,
  scene: Scene,
  { width, height }: Picture,
  counts: Float32Array,
): void {
  const { matrix: m } = scene;
  const part = (row: number, at: number): number =>
    (m[row] as number) * (positions[at] as number) +
    (m[row + 4] as number) * (positions[at + 1] as number) +
    (m[row + 8] as number) * (positions[at + 2] as number) +
    (m[row + 12] as number);
  for (let i = 0, at = 0; i < scene.count; i += 1, at += 3) {
    const shade = shades[i] as number;
    if (shade === HIDDEN || shade === DIM) continue;
    const w = part(3, at);
    if (!(w > 0.05)) continue;
    const column = Math.floor((1 + part(0, at) / w) * (width / 2));
    const row = Math.floor((1 - part(1, at) / w) * (height / 2));
    if (column >= 0 && row >= 0 && column < width && row < height) {
      const place = row * width + column;
      counts[place] = (counts[place] as number) + 1;
    }
  }
}

/** A running mean along lines of `length` cells that are `step` apart; the lines are `between` apart. */
function meanOf(
  cells: Float32Array,
  length: number,
  nLines: number,
  step: number,
  between: number,
  radius: number,
): void {
  const line = new Float32Array(length);
  const share = 1 / (2 * radius + 1);
  for (let l = 0; l < nLines; l += 1) {
    const first = l * between;
    for (let i = 0; i < length; i += 1) line[i] = cells[first + i * step] as number;
    let sum = 0;
    for (let i = 0; i < Math.min(radius, length); i += 1) sum += line[i] as number;
    for (let i = 0; i < length; i += 1) {
      if (i + radius < length) sum += line[i + radius] as number;
      if (i - radius - 1 >= 0) sum -= line[i - radius - 1] as number;
      cells[first + i * step] = Math.max(0, sum) * share;
    }
  }
}
