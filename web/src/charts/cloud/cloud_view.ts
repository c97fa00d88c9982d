// A cloud of points on its canvases: by the graphics card where there is one, else by the worker that sets pixels.
//
//   const cloud = new CloudView(host, (shown) => …);
//   cloud.setPoints(points);  cloud.setLook({ palette, surface, … });  cloud.setSize(width, height);
//   cloud.show(pose);         // as often as the pose changes; a frame is drawn when the last one is done
//   cloud.destroy();
//
// The worker draws points in layers that are fair samples: while the pose moves the first of them may have to do.
import type { Pose } from '../base/pose.ts';
import { around, frameOf, viewMatrix, type Dimensions, type Frame } from './camera.ts';
import { GlPainter } from './gl_painter.ts';
import { pickBytes, pickFloats, reordered, shuffledOrder, usualRadius, type CloudPoints } from './points.ts';
import type { Scene } from './scene.ts';
import { RasterPainter } from './raster_painter.ts';

export interface CloudLook {
  /** 256 RGBA words: see `points.ts`. */
  palette: Uint32Array;
  surface: number;
  dimensions: Dimensions;
  /** 1 is the usual size of points. */
  scale: number;
  /** 256 RGBA words from few to many points; null: single points. */
  densityColors: Uint32Array | null;
}

export interface Drawn {
  count: number;
  total: number;
  /** Who drew it. */
  painter: 'webgl' | 'pixels';
  took_ms: number;
}

/** Frames that take longer than this are better drawn by the worker. */
const SLOW_MS = 30;
/** The points of a moving cloud have this much time per frame. */
const MOVING_MS = 24;
/** A pose that did not change for so long stands still: then all points are drawn. */
const STILL_MS = 140;
/** So many points tell how fast the graphics card is. */
const PROBE = 20_000;
const FEWEST = 20_000;

export class CloudView {
  frame: Frame = { center: [0, 0, 0], radius: 1 };
  matrix: Float32Array = new Float32Array(16);
  readonly #canvases: { webgl: HTMLCanvasElement; pixels: HTMLCanvasElement };
  #gl: GlPainter | null = null;
  #raster: RasterPainter | null = null;
  #points: CloudPoints = { positions: new Float32Array(0), shades: new Uint8Array(0), radii: null };
  /** In which the graphics card draws them, so that no class covers all others. */
  #order: Uint32Array = new Uint32Array(0);
  #look: CloudLook | null = null;
  #pose: Pose | null = null;
  #size = { width: 0, height: 0 };
  #request = 0;
  #stillTimer: ReturnType<typeof setTimeout> | undefined;
  #isMoving = false;
  #perMs = 50_000;

  constructor(
    readonly host: HTMLElement,
    readonly onDrawn: (drawn: Drawn) => void,
  ) {
    this.#canvases = { webgl: layer(host), pixels: layer(host) };
    try {
      this.#gl = new GlPainter(this.#canvases.webgl);
    } catch {
      this.#gl = null;
    }
  }

  /** Whether the pose changes; a while after that it stands still. */
  get isMoving(): boolean {
    return this.#isMoving;
  }

  get points(): CloudPoints {
    return this.#points;
  }

  get size(): { width: number; height: number } {
    return this.#size;
  }

  /** New points; `keepsFrame` where they are the same ones in other places: it grows only where they leave it. */
  setPoints(points: CloudPoints, keepsFrame = false): void {
    this.#points = points;
    const frame = frameOf(points.positions);
    this.frame = keepsFrame ? around(this.frame, frame) : frame;
    this.#probe();
    if (this.#gl) {
      if (this.#order.length !== this.#total) this.#order = shuffledOrder(this.#total);
      this.#gl.setPoints(reordered(points, this.#order));
    }
    this.#raster?.send({ kind: 'points', points, areSame: keepsFrame });
    this.redraw();
  }

  setShades(shades: Uint8Array): void {
    this.#points = { ...this.#points, shades };
    this.#gl?.setShades(pickBytes(shades, this.#order));
    this.#raster?.send({ kind: 'shades', shades });
    this.redraw();
  }

  setRadii(radii: Float32Array | null): void {
    this.#points = { ...this.#points, radii };
    this.#gl?.setRadii(radii && pickFloats(radii, this.#order));
    this.#raster?.send({ kind: 'radii', radii });
    this.redraw();
  }

  setLook(look: CloudLook): void {
    this.#look = look;
    this.redraw();
  }

  setSize(width: number, height: number): void {
    this.#size = { width, height };
    this.redraw();
  }

  show(pose: Pose): void {
    this.#isMoving = this.#pose !== null && this.#pose !== pose;
    this.#pose = pose;
    clearTimeout(this.#stillTimer);
    if (this.#isMoving)
      this.#stillTimer = setTimeout(() => {
        this.#isMoving = false;
        this.redraw();
      }, STILL_MS);
    this.redraw();
  }

  redraw(): void {
    if (this.#request === 0) this.#request = requestAnimationFrame(() => this.#draw());
  }

  destroy(): void {
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#stillTimer);
    this.#gl?.destroy();
    this.#raster?.destroy();
    for (const canvas of Object.values(this.#canvases)) canvas.remove();
  }

  get #total(): number {
    return this.#points.shades.length;
  }

  get #usesGl(): boolean {
    return this.#gl !== null && !this.#gl.isLost && !this.#look?.densityColors;
  }

  #draw(): void {
    this.#request = 0;
    const [look, pose, { width, height }] = [this.#look, this.#pose, this.#size];
    if (!look || !pose || width < 2 || height < 2) return;
    this.matrix = viewMatrix(pose, this.frame, look.dimensions, width, height);
    const usesGl = this.#usesGl;
    this.#canvases.webgl.hidden = !usesGl;
    this.#canvases.pixels.hidden = usesGl;
    if (usesGl) this.#drawByGl(look);
    else this.#drawByWorker(look);
  }

  #scene(look: CloudLook, ratio: number, count: number): Scene {
    return {
      matrix: this.matrix,
      count,
      palette: look.palette,
      surface: look.surface,
      radius_px: usualRadius(this.#total) * look.scale * ratio,
      ratio: ratio * look.scale,
      isSolid: look.dimensions === 3,
    };
  }

  #drawByGl(look: CloudLook): void {
    const ratio = window.devicePixelRatio || 1;
    const canvas = this.#canvases.webgl;
    const [width, height] = [Math.round(this.#size.width * ratio), Math.round(this.#size.height * ratio)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const started = performance.now();
    const total = this.#total;
    this.#gl?.draw(this.#scene(look, ratio, total));
    this.onDrawn({ count: total, total, painter: 'webgl', took_ms: performance.now() - started });
  }

  #drawByWorker(look: CloudLook): void {
    this.#raster ??= this.#startRaster();
    const total = this.#total;
    // Many points need no finer picture, and half the pixels are drawn in half the time.
    const ratio = total > 50_000 ? 1 : window.devicePixelRatio || 1;
    const count = this.#isMoving ? Math.max(FEWEST, Math.round(this.#perMs * MOVING_MS)) : total;
    this.#raster.draw({
      scene: this.#scene(look, ratio, Math.min(total, count)),
      width: Math.round(this.#size.width * ratio),
      height: Math.round(this.#size.height * ratio),
      densityColors: look.densityColors,
    });
  }

  #startRaster(): RasterPainter {
    const raster = new RasterPainter(this.#canvases.pixels, ({ count, took_ms }) => {
      if (count > FEWEST / 2) this.#perMs = 0.7 * this.#perMs + (0.3 * count) / Math.max(0.2, took_ms);
      this.onDrawn({ count, total: this.#total, painter: 'pixels', took_ms });
    });
    raster.send({ kind: 'points', points: this.#points, areSame: false });
    return raster;
  }

  /** A timed picture of a part of the points tells whether the graphics card is one. */
  #probe(): void {
    const n = this.#total;
    if (!this.#gl || n === 0) return;
    const count = Math.min(n, PROBE);
    // A busy machine may time few points so badly that software looks fast.
    if (n > PROBE && this.#gl.isSoftware) {
      this.#dropGl();
      return;
    }
    const part = Uint32Array.from({ length: count }, (_, i) => Math.floor((i * n) / count));
    this.#gl.setPoints(reordered(this.#points, part));
    const scene: Scene = {
      matrix: viewMatrix({ yaw: 0, pitch: 0, zoom: 1, right: 0, up: 0 }, this.frame, 3, 1, 1),
      count: Math.min(n, 100),
      palette: new Uint32Array(256),
      surface: 0,
      radius_px: usualRadius(n),
      ratio: 1,
      isSolid: true,
    };
    this.#canvases.webgl.width = Math.max(2, this.#size.width || 800);
    this.#canvases.webgl.height = Math.max(2, this.#size.height || 600);
    // The first picture compiles the program and is not counted.
    const empty_ms = Math.min(this.#gl.timed(scene), this.#gl.timed(scene));
    const took_ms = this.#gl.timed({ ...scene, count });
    if (empty_ms + (Math.max(0, took_ms - empty_ms) * n) / count > SLOW_MS) this.#dropGl();
  }

  #dropGl(): void {
    this.#gl?.destroy();
    this.#gl = null;
  }
}

function layer(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = 'cloud';
  host.prepend(canvas);
  return canvas;
}
