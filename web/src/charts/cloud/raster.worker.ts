// The worker that sets pixels: holds the points, answers every request to draw with a picture.
import { drawDensity } from './density.ts';
import { layersOf, wholeLayers, type Layers } from './layers.ts';
import { pickBytes, pickFloats, reordered, type CloudPoints } from './points.ts';
import { drawPoints } from './raster.ts';
import type { FromRaster, ToRaster } from './raster_messages.ts';

let points: CloudPoints = { positions: new Float32Array(0), shades: new Uint8Array(0), radii: null };
let layers: Layers = { order: new Uint32Array(0), ends: [] };
let scratch = new ArrayBuffer(0);

addEventListener('message', ({ data }: MessageEvent<ToRaster>) => {
  if (data.kind === 'draw') draw(data);
  else if (data.kind === 'points') setPoints(data);
  else if (data.kind === 'shades') points = { ...points, shades: pickBytes(data.shades, layers.order) };
  else points = { ...points, radii: data.radii && pickFloats(data.radii, layers.order) };
});

function setPoints({ points: given, areSame }: Extract<ToRaster, { kind: 'points' }>): void {
  // Points that move a little are still near each other in the order they had.
  if (!areSame || layers.order.length !== given.shades.length) layers = layersOf(given.positions);
  points = reordered(given, layers.order);
}

function draw({ scene, width, height, densityColors, buffer }: Extract<ToRaster, { kind: 'draw' }>): void {
  const started = performance.now();
  const n = width * height;
  const used = buffer?.byteLength === 4 * n ? buffer : new ArrayBuffer(4 * n);
  if (scratch.byteLength !== 4 * n) scratch = new ArrayBuffer(4 * n);
  const count = wholeLayers(layers, scene.count);
  const picture = { width, height, pixels: new Uint32Array(used), scratch };
  if (densityColors) drawDensity(points, { ...scene, count }, picture, densityColors);
  else drawPoints(points, { ...scene, count }, picture);
  const answer: FromRaster = { width, height, buffer: used, count, took_ms: performance.now() - started };
  postMessage(answer, { transfer: [used] });
}
