// The worker that sets pixels: holds the points and the canvas, draws the newest request once in a frame.
import { drawDensity } from './density.ts';
import { layersOf, wholeLayers, type Layers } from './layers.ts';
import { PixelCloud } from './pixel_cloud.ts';
import { drawPoints } from './raster.ts';
import type { Drawing, FromRaster, ToRaster } from './raster_messages.ts';

const WITHOUT_FRAMES_MS = 500;

const cloud = new PixelCloud();
let layers: Layers = { order: new Uint32Array(0), ends: [] };
let context: OffscreenCanvasRenderingContext2D | null = null;
let image: ImageData | null = null;
let next: Drawing | null = null;
/** Whether a picture is drawn and not put yet. */
let isPending = false;

addEventListener('message', ({ data }: MessageEvent<ToRaster>) => {
  if (data.kind === 'draw') request(data.drawing);
  else if (data.kind === 'points') setPoints(data);
  else if (data.kind === 'shades') cloud.setShades(data.shades, layers.order);
  else if (data.kind === 'radii') cloud.setRadii(data.radii, layers.order);
  // Opaque and kept in memory: blending what is behind it, or drawing it by a graphics card that is none, takes longer than
  // setting the points.
  else {
    context = data.canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    drawNext();
  }
});

function setPoints({ points, areSame }: Extract<ToRaster, { kind: 'points' }>): void {
  // Points that move a little are still near each other in the order they had.
  if (!areSame || layers.order.length !== points.shades.length) layers = layersOf(points.positions);
  cloud.setPoints(points, layers.order);
}

/** Drawn while the browser still shows the picture before; the newest request waits until this one is put. */
function request(drawing: Drawing): void {
  next = drawing;
  if (!isPending) drawNext();
}

function drawNext(): void {
  if (!next || !context) return;
  const drawing = next;
  next = null;
  const answer = draw(drawing, sized(drawing));
  isPending = true;
  atNextFrame(() => put(answer));
}

/** A browser that shows no frames, as of a hidden window, gives a worker none either: then a timer does. */
function atNextFrame(act: () => void): void {
  let timer = 0;
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    act();
  });
  timer = self.setTimeout(() => {
    cancelAnimationFrame(frame);
    act();
  }, WITHOUT_FRAMES_MS);
}

/** Frames come as fast as the browser shows them, so no picture is drawn in vain. */
function put(answer: FromRaster): void {
  if (context && image) show(context, image);
  postMessage(answer);
  isPending = false;
  // The picture is shown when this task ends: the next one is drawn after that.
  setTimeout(drawNext);
}

function draw({ scene, width, height, densityColors }: Drawing, { data }: ImageData): FromRaster {
  const started = performance.now();
  const count = wholeLayers(layers, scene.count);
  const picture = { width, height, pixels: new Uint32Array(data.buffer) };
  if (densityColors) drawDensity(cloud.points, { ...scene, count }, picture, densityColors);
  else drawPoints(cloud, { ...scene, count }, picture);
  return { count, took_ms: performance.now() - started };
}

/** A picture of this size, the one before where it is as large. */
function sized({ width, height }: Drawing): ImageData {
  if (image?.width !== width || image.height !== height) image = new ImageData(width, height);
  return image;
}

function show(on: OffscreenCanvasRenderingContext2D, picture: ImageData): void {
  const { canvas } = on;
  if (canvas.width !== picture.width) canvas.width = picture.width;
  if (canvas.height !== picture.height) canvas.height = picture.height;
  on.putImageData(picture, 0, 0);
}
