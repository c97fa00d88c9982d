// The worker that sets pixels: holds the points, answers every request to draw with a picture.
import { drawDensity } from './density.ts';
import type { CloudPoints } from './points.ts';
import { drawPoints } from './raster.ts';
import type { FromRaster, ToRaster } from './raster_messages.ts';

let points: CloudPoints = { positions: new Float32Array(0), shades: new Uint8Array(0), radii: null };
let depths = new Float32Array(0);

addEventListener('message', ({ data }: MessageEvent<ToRaster>) => {
  if (data.kind === 'draw') draw(data);
  else if (data.kind === 'points') points = data.points;
  else points = { ...points, ...data };
});

function draw({ scene, width, height, densityColors, buffer }: Extract<ToRaster, { kind: 'draw' }>): void {
  const started = performance.now();
  const n = width * height;
  const used = buffer?.byteLength === 4 * n ? buffer : new ArrayBuffer(4 * n);
  if (depths.length !== n) depths = new Float32Array(n);
  const count = Math.min(scene.count, points.positions.length / 3, points.shades.length);
  const picture = { width, height, pixels: new Uint32Array(used), depths };
  if (densityColors) drawDensity(points, { ...scene, count }, picture, densityColors);
  else drawPoints(points, { ...scene, count }, picture);
  const answer: FromRaster = { width, height, buffer: used, count, took_ms: performance.now() - started };
  postMessage(answer, { transfer: [used] });
}
