// Lines across parallel axes in three layers: all of them dim, those that pass the brushes in colour, the one under the pointer.
// Axes and brushes are the page's; this draws lines and finds the nearest one.
import { Raster } from './parallel_raster.ts';
import { words } from './ramp.ts';

export interface ParallelData {
  n: number;
  /** Pixel rows of each line on each axis; NaN where it has no value there. */
  tops: readonly Float32Array[];
  /** Pixel columns of the axes. */
  lefts: readonly number[];
  shades: Uint8Array;
  palette: readonly string[];
  /** Colour of lines that do not pass. */
  dim: string;
  ink: string;
}

/** More lines than this are counted per pixel instead of stroked one by one. */
const STROKED = 700;
/** While a brush moves, counted lines are drawn at half the size and at most so many of them; all when it rests. */
const COARSE = 2;
const MOVING = 4000;
const REST_MS = 160;

export class ParallelLines {
  readonly #layers: readonly HTMLCanvasElement[];
  #size: readonly [number, number] = [0, 0];
  #data: ParallelData | null = null;
  #order: Uint32Array = new Uint32Array();
  #passing: Uint32Array = new Uint32Array();
  #dimIsPainted = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement) {
    this.#layers = ['all', 'passing', 'near'].map((name) => {
      const canvas = document.createElement('canvas');
      canvas.dataset['layer'] = name;
      canvas.style.cssText = 'position:absolute;left:0;top:0;pointer-events:none';
      host.append(canvas);
      return canvas;
    });
  }

  /** New lines, axes or size: everything is painted anew. */
  draw(data: ParallelData, mask: Uint8Array, size: readonly [number, number]): void {
    this.#data = data;
    this.#size = size;
    this.#order = byShade(data.shades, data.palette.length - 1);
    this.#dimIsPainted = false;
    this.brush(mask, false);
  }

  /** Other lines pass: only their layer is painted anew, quickly while more is to come. */
  brush(mask: Uint8Array, moving = true): void {
    const data = this.#data;
    clearTimeout(this.#rest);
    if (!data) return;
    const scale = moving && data.n > STROKED ? COARSE : 1;
    if (scale > 1) this.#rest = setTimeout(() => this.brush(mask, false), REST_MS);
    this.#passing = this.#order.filter((line) => mask[line] === 1);
    const all = this.#layers[0] as HTMLCanvasElement;
    const someFail = this.#passing.length < data.n;
    if (someFail && !this.#dimIsPainted) {
      const grey = { ...data, shades: new Uint8Array(data.n), palette: [data.dim] };
      this.#paint(all, grey, this.#order, Math.max(0.012, Math.min(0.13, 40 / data.n)), 1);
      this.#dimIsPainted = true;
    }
    all.style.visibility = someFail ? 'visible' : 'hidden';
    const every = scale > 1 ? Math.ceil(this.#passing.length / MOVING) : 1;
    const drawn = every > 1 ? this.#passing.filter((_, i) => i % every === 0) : this.#passing;
    this.#paint(this.#layers[1] as HTMLCanvasElement, data, drawn, Math.max(0.16, Math.min(0.62, 110 / Math.max(1, drawn.length))), scale);
    this.near(null);
  }

  /** Lift one line; null lets it down. */
  near(line: number | null): void {
    const data = this.#data;
    const context = this.#prepare(this.#layers[2] as HTMLCanvasElement, devicePixelRatio || 1);
    if (!data || line === null || !context) return;
    context.lineJoin = 'round';
    context.strokeStyle = data.ink;
    context.lineWidth = 2.2;
    context.beginPath();
    trace(context, data, line);
    context.stroke();
  }

  /** The passing line nearest to a point, within a few pixels. */
  find(x_px: number, y_px: number, within_px = 7): number | null {
    const data = this.#data;
    if (!data) return null;
    const right = data.lefts.findIndex((left) => left >= x_px);
    const axis = right < 0 ? data.lefts.length - 1 : Math.max(1, right);
    const from = data.tops[axis - 1];
    const to = data.tops[axis];
    if (!from || !to) return null;
    const [start, end] = [data.lefts[axis - 1] as number, data.lefts[axis] as number];
    const t = Math.max(0, Math.min(1, (x_px - start) / (end - start)));
    const bend = t * t * (3 - 2 * t);
    let best: number | null = null;
    let distance = within_px;
    // From the top down: of equally near lines the one drawn last is the one that is seen.
    for (let i = this.#passing.length - 1; i >= 0; i -= 1) {
      const line = this.#passing[i] as number;
      const away = Math.abs((from[line] as number) + ((to[line] as number) - (from[line] as number)) * bend - y_px);
      if (away < distance) {
        distance = away;
        best = line;
      }
    }
    return best;
  }

  #paint(canvas: HTMLCanvasElement, data: ParallelData, order: Uint32Array, alpha: number, scale: number): void {
    if (data.n > STROKED) this.#count(canvas, data, order, alpha, scale);
    else this.#stroke(canvas, data, order, alpha);
  }

  /** Lines of one colour in one stroke. */
  #stroke(canvas: HTMLCanvasElement, data: ParallelData, order: Uint32Array, alpha: number): void {
    const context = this.#prepare(canvas, devicePixelRatio || 1);
    if (!context) return;
    context.globalAlpha = alpha;
    context.lineWidth = 1;
    let shade = -1;
    for (const line of order) {
      const own = data.shades[line] as number;
      if (own !== shade) {
        if (shade >= 0) context.stroke();
        shade = own;
        context.strokeStyle = data.palette[own] ?? data.dim;
        context.beginPath();
      }
      trace(context, data, line);
    }
    if (shade >= 0) context.stroke();
  }

  #count(canvas: HTMLCanvasElement, data: ParallelData, order: Uint32Array, alpha: number, scale: number): void {
    const context = this.#prepare(canvas, 1 / scale);
    const { width, height } = canvas;
    if (!context || width < 1 || height < 1) return;
    const raster = new Raster(width, height);
    raster.draw({ tops: data.tops, lefts: data.lefts, order, shades: data.shades }, scale);
    const image = context.createImageData(width, height);
    raster.paint(new Uint32Array(image.data.buffer), words(data.palette), alpha);
    context.putImageData(image, 0, 0);
  }

  /** An empty canvas in the right size, in CSS pixels. */
  #prepare(canvas: HTMLCanvasElement, ratio: number): CanvasRenderingContext2D | null {
    const [width, height] = this.#size;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${String(width)}px`;
    canvas.style.height = `${String(height)}px`;
    const context = canvas.getContext('2d');
    context?.scale(ratio, ratio);
    return context;
  }
}

/** A line as a path; it breaks off where it has no value. */
function trace(context: CanvasRenderingContext2D, { tops, lefts }: ParallelData, line: number): void {
  let drawing = false;
  for (let axis = 0; axis < lefts.length; axis += 1) {
    const x = lefts[axis] as number;
    const y = tops[axis]?.[line] ?? NaN;
    if (Number.isNaN(y)) drawing = false;
    else if (drawing) {
      const before = lefts[axis - 1] as number;
      const bend = (x - before) * 0.38;
      context.bezierCurveTo(before + bend, tops[axis - 1]?.[line] as number, x - bend, y, x, y);
    } else {
      context.moveTo(x, y);
      drawing = true;
    }
  }
}

/** Lines by the place of their colour: one stroke for each, the strongest on top, those without one below all. */
function byShade(shades: Uint8Array, none: number): Uint32Array {
  const place = (line: number): number => (shades[line] === none ? -1 : (shades[line] as number));
  return Uint32Array.from(shades, (_, line) => line).sort((a, b) => place(a) - place(b) || a - b);
}
