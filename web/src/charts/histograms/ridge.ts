// Histograms one behind the other (offset) or one over the other (overlay).
import { bend, bucketAt, depthsOf, highest, thinned, type Bend, type Layer, type Spot } from './buckets.ts';
import type { Range } from '../lines/extent.ts';
import { projection, type Project } from '../lines/lines.ts';
import { paintBottom, paintFlag, upright, valueTicks, wide, words, type Box } from '../planes/plane.ts';
import { chartTheme, type ChartTheme } from '../base/theme.ts';

export interface RidgeOptions {
  layout: 'offset' | 'overlay';
  range: Range;
  log: boolean;
  /** Buckets as logged, drawn with their own widths; else a line over even ones. */
  stepped: boolean;
  color: string;
  /** The layer looked at. */
  marked: number | null;
  depthText(depth: number): string;
}

/** Rows closer than this run together. */
const ROW_PX = 3;
const LABEL_PX = 17;

export class Ridge {
  readonly box: Box;
  readonly shown: readonly number[];
  readonly #x: Project;
  readonly #y: Project;
  readonly #rise_px: number;
  readonly #bend: Bend;
  readonly #most: number;

  constructor(
    readonly layers: readonly Layer[],
    readonly options: RidgeOptions,
    width: number,
    height: number,
  ) {
    this.box = { left: 12, top: 8, right: Math.max(40, width - 46), bottom: Math.max(40, height - 22) };
    const { top, bottom } = this.box;
    const over = options.layout === 'overlay';
    this.#rise_px = over ? bottom - top : Math.min(96, (bottom - top) * 0.36);
    this.shown = thinned(
      layers,
      over ? 60 : Math.max(4, Math.floor((bottom - top - this.#rise_px) / ROW_PX)),
      options.marked,
    );
    this.#x = projection('linear', wide(options.range), this.box.left, this.box.right);
    this.#y = over ? () => bottom : projection('linear', wide(depthsOf(layers)), top + this.#rise_px, bottom);
    this.#bend = bend(options.log);
    this.#most = this.#bend(highest(layers)) || 1;
  }

  paint(context: CanvasRenderingContext2D): void {
    const theme = chartTheme();
    const { range } = this.options;
    paintBottom(
      context,
      this.box,
      valueTicks(range, this.#x, (this.box.right - this.box.left) / 70),
      theme,
      true,
    );
    let labeled = -Infinity;
    for (const place of this.shown) {
      this.#paintLayer(context, place, theme);
      const y = this.#base(place);
      if (this.options.layout === 'overlay' || y - labeled < LABEL_PX || y > this.box.bottom - LABEL_PX / 2)
        continue;
      labeled = y;
      this.#label(context, y, this.layers[place]?.depth ?? 0, theme);
    }
    const last = this.shown.at(-1);
    if (last !== undefined) this.#label(context, this.#base(last), this.layers[last]?.depth ?? 0, theme);
  }

  /** The layer looked at, over all others; and a line where the value is read. */
  paintMark(context: CanvasRenderingContext2D, place: number, x_px: number | null): void {
    const theme = chartTheme();
    const layer = this.layers[place];
    if (!layer) return;
    context.strokeStyle = theme.ink;
    context.lineWidth = 1.6;
    context.lineJoin = 'round';
    this.#trace(context, place);
    context.stroke();
    if (x_px !== null) upright(context, x_px, this.box.top, this.box.bottom, theme.crosshair);
    paintFlag(context, this.box.right + 2, this.#base(place), this.options.depthText(layer.depth), theme);
  }

  /** The layer whose line passes nearest, and the bucket there. */
  at(x_px: number, y_px: number): Spot | null {
    const { left, right, top, bottom } = this.box;
    if (x_px < left || x_px > right || y_px < top || y_px > bottom + 4) return null;
    const value = this.value(x_px);
    let best: Spot | null = null;
    let nearest = Infinity;
    for (const layer of this.shown) {
      const one = this.layers[layer] as Layer;
      const bucket = bucketAt(one, value);
      const away = Math.abs(this.#base(layer) - this.#up(one.counts[bucket] ?? 0) - y_px);
      if (away <= nearest) {
        nearest = away;
        best = { layer, bucket };
      }
    }
    return best;
  }

  value(x_px: number): number {
    const [low, high] = wide(this.options.range);
    return low + ((x_px - this.box.left) / (this.box.right - this.box.left)) * (high - low);
  }

  #base(place: number): number {
    return this.#y(this.layers[place]?.depth ?? 0);
  }

  #up(count: number): number {
    return (this.#bend(Math.max(0, count)) / this.#most) * this.#rise_px;
  }

  #paintLayer(context: CanvasRenderingContext2D, place: number, theme: ChartTheme): void {
    const age = this.layers.length > 1 ? place / (this.layers.length - 1) : 1;
    this.#trace(context, place);
    if (this.options.layout === 'offset') {
      context.fillStyle = theme.surface;
      context.fill();
      context.globalAlpha = 0.1 + 0.3 * age;
      context.fillStyle = this.options.color;
      context.fill();
    }
    context.globalAlpha = 0.35 + 0.6 * age;
    context.strokeStyle = this.options.color;
    context.lineWidth = 1;
    context.stroke();
    context.globalAlpha = 1;
  }

  #trace(context: CanvasRenderingContext2D, place: number): void {
    const { lefts, rights, counts } = this.layers[place] as Layer;
    const y = this.#base(place);
    const { left, right } = this.box;
    const clamp = (x: number): number => Math.max(left, Math.min(right, x));
    context.beginPath();
    context.moveTo(left, y);
    if (this.options.stepped && lefts.length > 0) context.lineTo(clamp(this.#x(lefts[0] as number)), y);
    for (let i = 0; i < counts.length; i += 1) {
      const [from, to] = [clamp(this.#x(lefts[i] as number)), clamp(this.#x(rights[i] as number))];
      const top = y - this.#up(counts[i] as number);
      if (this.options.stepped) {
        context.lineTo(from, top);
        context.lineTo(Math.max(to, from + 1), top);
        if ((lefts[i + 1] ?? Infinity) > (rights[i] as number)) context.lineTo(Math.max(to, from + 1), y);
        if ((lefts[i + 1] ?? -Infinity) > (rights[i] as number))
          context.lineTo(clamp(this.#x(lefts[i + 1] as number)), y);
      } else context.lineTo((from + to) / 2, top);
    }
    context.lineTo(right, y);
  }

  #label(context: CanvasRenderingContext2D, y: number, depth: number, theme: ChartTheme): void {
    words(context, theme);
    context.textAlign = 'left';
    context.fillText(this.options.depthText(depth), this.box.right + 8, y + 3.5);
  }
}
