// The worker that sets pixels: holds the points, answers every request to draw with a picture.
import { drawDensity } from './density.ts';
import { layersOf, wholeLayers, type Layers } from './layers.ts';
import { PixelCloud } from './pixel_cloud.ts';
import { drawPoints } from './raster.ts';
import type { FromRaster, ToRaster } from './raster_messages.ts';

const cloud = new PixelCloud();
let layers: Layers = { order: new Uint32Array(0), ends: [] };

addEventListener('message', ({ data }: MessageEvent<ToRaster>) => {
  if (data.kind === 'draw') draw(data);
  else if (data.kind === 'points') setPoints(data);
  else if (data.kind === 'shades') cloud.setShades(data.shades, layers.order);
  else cloud.setRadii(data.radii, layers.order);
});

function setPoints({ points, areSame }: Extract<ToRaster, { kind: 'points' }>): void {
  // Points that move a little are still near each other in the order they had.
  if (!areSame || layers.order.length !== points.shades.length) layers = layersOf(points.positions);
  cloud.setPoints(points, layers.order);
}

function draw({ scene, width, height, densityColors, buffer }: Extract<ToRaster, { kind: 'draw' }>): void {
  const started = performance.now();
  const n = width * height;
  const used = buffer?.byteLength === 4 * n ? buffer : new ArrayBuffer(4 * n);
  const count = wholeLayers(layers, scene.count);
  const picture = { width, height, pixels: new Uint32Array(used) };
  if (densityColors) drawDensity(cloud.points, { ...scene, count }, picture, densityColors);
  else drawPoints(cloud, { ...scene, count }, picture);
  const answer: FromRaster = { width, height, buffer: used, count, took_ms: performance.now() - started };
  postMessage(answer, { transfer: [used] });
}
