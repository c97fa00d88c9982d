// Lines across parallel axes in three layers: all of them dim, those within the brushes in color, the highlighted ones on top.
// The page draws axes and brushes; this draws lines and finds the nearest one.
import { words } from '../base/ramp.ts';
import { CountedLines } from './counted_lines.ts';
import { byShade, nearestLine, type ParallelData } from './parallel_data.ts';
import { strokeByShade, strokeOne } from './parallel_strokes.ts';

/** More lines than this are counted per pixel instead of stroked one by one. */
const STROKED = 700;
/** So few lines are drawn boldly. */
const FEW = 60;
/** Where counted lines are this part of all, a pixel has its full color. */
const FULL_SHARE = 0.1;
/** So many marked lines are drawn in full ink; more of them would cover the rest. */
const MARKED = 30;

export class ParallelLines {
  readonly #layers: readonly HTMLCanvasElement[];
  #size: readonly [number, number] = [0, 0];
  #data: ParallelData | null = null;
  #order: Uint32Array = new Uint32Array();
  #mask: Uint8Array = new Uint8Array();
  #counted: { all: CountedLines; passing: CountedLines } | null = null;
  #allIsPainted = false;
  #lifted: { marked: readonly number[]; near: number | null } = { marked: [], near: null };
  #isLifted = false;

  constructor(host: HTMLElement) {
    this.#layers = ['all', 'passing', 'lifted'].map((name) => {
      const canvas = document.createElement('canvas');
      canvas.dataset['layer'] = name;
      canvas.style.cssText = 'position:absolute;left:0;top:0;pointer-events:none';
      host.append(canvas);
      return canvas;
    });
  }

  /** New lines, axes or size: everything is painted again; `quietly` where no person caused it, as when runs have grown. */
  draw(data: ParallelData, mask: Uint8Array, size: readonly [number, number], quietly: boolean): void {
    this.stop();
    this.#data = data;
    this.#size = size;
    this.#order = byShade(data.shades, data.palette.length - 1);
    this.#counted = data.n > STROKED ? this.#count(data, quietly) : null;
    this.#allIsPainted = false;
    this.brush(mask);
  }

  /** Other lines pass: only what changed is painted. */
  brush(mask: Uint8Array): void {
    const data = this.#data;
    if (!data) return;
    this.#mask = mask;
    const n = mask.reduce((sum, one) => sum + one, 0);
    const alpha = Math.max(0.16, Math.min(n <= FEW ? 0.9 : 0.62, 110 / Math.max(1, n)));
    if (this.#counted) this.#counted.passing.show(mask, { least: alpha, most: 1, full: fullOf(n) });
    else
      this.#stroke(
        this.#layer(1),
        data,
        this.#order.filter((line) => mask[line] === 1),
        alpha,
      );
    this.#paintAll(data, n < data.n);
    this.lift(this.#lifted.marked, null);
  }

  /** Cancel what is still to be drawn. */
  stop(): void {
    this.#counted?.all.stop();
    this.#counted?.passing.stop();
  }

  /** Lift the marked lines as far as they pass, and above them the one under the pointer. */
  lift(marked: readonly number[], near: number | null): void {
    this.#lifted = { marked, near };
    const data = this.#data;
    const passing = marked.filter((line) => this.#mask[line] === 1);
    const wasLifted = this.#isLifted;
    this.#isLifted = passing.length > 0 || near !== null;
    if (!wasLifted && !this.#isLifted) return;
    const context = this.#prepare(this.#layer(2), devicePixelRatio || 1);
    if (!data || !context) return;
    context.lineJoin = 'round';
    context.strokeStyle = data.ink;
    context.globalAlpha = Math.max(0.2, Math.min(1, MARKED / Math.max(1, passing.length)));
    for (const line of passing) strokeOne(context, data, line, 1.4);
    context.globalAlpha = 1;
    if (near !== null) strokeOne(context, data, near, 2.4);
  }

  /** The passing line nearest to a point, within a few pixels. */
  find(x_px: number, y_px: number, within_px = 7): number | null {
    const data = this.#data;
    if (!data) return null;
    return nearestLine(data, this.#order, this.#mask, [x_px, y_px], within_px);
  }

  /** All lines dim below the others, as soon as some of them do not pass. Many are drawn ahead, when there is time. */
  #paintAll(data: ParallelData, someFail: boolean): void {
    const canvas = this.#layer(0);
    canvas.style.visibility = someFail ? 'visible' : 'hidden';
    if (this.#allIsPainted || !(someFail || this.#counted)) return;
    if (this.#counted)
      this.#counted.all.showLater(new Uint8Array(data.n).fill(1), {
        least: 0.02,
        most: 0.5,
        full: fullOf(data.n),
      });
    else
      this.#stroke(
        canvas,
        { ...data, shades: new Uint8Array(data.n), palette: [data.dim] },
        this.#order,
        0.13,
      );
    this.#allIsPainted = true;
  }

  #stroke(canvas: HTMLCanvasElement, data: ParallelData, order: Uint32Array, alpha: number): void {
    const context = this.#prepare(canvas, devicePixelRatio || 1);
    if (!context) return;
    context.globalAlpha = alpha;
    context.lineWidth = order.length <= FEW ? 1.6 : 1;
    strokeByShade(context, data, order);
  }

  /** Layers that are counted, at the page's own pixels whatever the screen has. */
  #count(
    { n, tops, lefts, shades, palette, dim }: ParallelData,
    quietly: boolean,
  ): { all: CountedLines; passing: CountedLines } {
    for (const canvas of [this.#layer(0), this.#layer(1)]) this.#fit(canvas);
    return {
      all: new CountedLines(
        this.#layer(0),
        { tops, lefts, shades: new Uint8Array(n), palette: words([dim]) },
        this.#size,
        quietly,
      ),
      passing: new CountedLines(
        this.#layer(1),
        { tops, lefts, shades, palette: words(palette) },
        this.#size,
        quietly,
      ),
    };
  }

  #layer(place: 0 | 1 | 2): HTMLCanvasElement {
    return this.#layers[place] as HTMLCanvasElement;
  }

  /** An empty canvas in the right size, in CSS pixels. */
  #prepare(canvas: HTMLCanvasElement, ratio: number): CanvasRenderingContext2D | null {
    this.#fit(canvas);
    canvas.width = Math.round(this.#size[0] * ratio);
    canvas.height = Math.round(this.#size[1] * ratio);
    const context = canvas.getContext('2d');
    context?.scale(ratio, ratio);
    return context;
  }

  #fit(canvas: HTMLCanvasElement): void {
    canvas.style.width = `${String(this.#size[0])}px`;
    canvas.style.height = `${String(this.#size[1])}px`;
  }
}

function fullOf(n: number): number {
  return Math.max(10, Math.round(FULL_SHARE * n));
}
