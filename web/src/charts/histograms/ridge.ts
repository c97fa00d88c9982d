// Histograms of one or several series, one behind the other (offset) or one over the other (overlay).
import {
  bend,
  bucketAt,
  depthsOf,
  highest,
  occupied,
  thinned,
  type Bend,
  type Layer,
  type Spot,
} from './buckets.ts';
import type { Range } from '../lines/extent.ts';
import { projection, type Project } from '../lines/lines.ts';
import { paintBottom, paintFlag, upright, valueTicks, wide, words, type Box } from '../planes/plane.ts';
import { chartTheme, type ChartTheme } from '../base/theme.ts';

/** The histograms of one series, in its color. */
export interface Stack {
  layers: readonly Layer[];
  color: string;
  /** The layer at the current step. */
  marked: number | null;
}

export interface RidgeOptions {
  layout: 'offset' | 'overlay';
  range: Range;
  log: boolean;
  /** Buckets as logged, drawn with their own widths; else a line over even ones. */
  stepped: boolean;
  depthText(depth: number): string;
}

/** A layer by its place, and the place of its series. */
export interface Place {
  stack: number;
  layer: number;
}

/** Rows of one series closer than this run together; those of several series need more room. */
const ROW_PX = 3;
const SHARED_ROW_PX = 9;
/** Layers of several series this close stand in one row. */
const SAME_ROW_PX = 2;
const OVERLAID = 60;
const LABEL_PX = 17;

export class Ridge {
  readonly box: Box;
  /** The layers there is room for, back to front. */
  readonly shown: readonly Place[];
  readonly #x: Project;
  readonly #y: Project;
  readonly #rise_px: number;
  readonly #bend: Bend;
  readonly #most: number;

  constructor(
    readonly stacks: readonly Stack[],
    readonly options: RidgeOptions,
    width: number,
    height: number,
  ) {
    this.box = { left: 12, top: 8, right: Math.max(40, width - 46), bottom: Math.max(40, height - 22) };
    const { top, bottom } = this.box;
    const over = options.layout === 'overlay';
    const all = stacks.flatMap(({ layers }) => layers).sort((a, b) => a.depth - b.depth);
    this.#rise_px = over ? bottom - top : Math.min(96, (bottom - top) * 0.36);
    this.#x = projection('linear', wide(options.range), this.box.left, this.box.right);
    this.#y = over ? () => bottom : projection('linear', wide(depthsOf(all)), top + this.#rise_px, bottom);
    this.#bend = bend(options.log);
    this.#most = this.#bend(highest(all)) || 1;
    this.shown = this.#chosen();
  }

  /** How many layers of each series are drawn, at most. */
  get nShown(): number {
    return Math.max(
      0,
      ...this.stacks.map((_, stack) => this.shown.filter((one) => one.stack === stack).length),
    );
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
    for (const row of this.rows()) {
      this.#paintRow(context, row, theme);
      const y = this.#base(row[0] as Place);
      if (this.options.layout === 'overlay' || y - labeled < LABEL_PX || y > this.box.bottom - LABEL_PX / 2)
        continue;
      labeled = y;
      this.#label(context, row[0] as Place, theme);
    }
    const last = this.shown.at(-1);
    if (last) this.#label(context, last, theme);
  }

  /** The layers at the current step over all others, and a line where the value is read. */
  paintMarks(context: CanvasRenderingContext2D, places: readonly Place[], x_px: number | null): void {
    const theme = chartTheme();
    context.lineJoin = 'round';
    for (const place of places) {
      if (!this.#layer(place)) continue;
      // One line stands out in ink; several are distinguished by their colors.
      context.strokeStyle = places.length > 1 ? this.#color(place) : theme.ink;
      context.lineWidth = places.length > 1 ? 2 : 1.6;
      this.#trace(context, place);
      context.stroke();
    }
    if (x_px !== null) upright(context, x_px, this.box.top, this.box.bottom, theme.crosshair);
    const first = places[0];
    const layer = first && this.#layer(first);
    if (first && layer)
      paintFlag(context, this.box.right + 2, this.#base(first), this.options.depthText(layer.depth), theme);
  }

  /** The layer whose line passes nearest, and the bucket there. */
  at(x_px: number, y_px: number): (Spot & { stack: number }) | null {
    const { left, right, top, bottom } = this.box;
    if (x_px < left || x_px > right || y_px < top || y_px > bottom + 4) return null;
    const value = this.value(x_px);
    let best: (Spot & { stack: number }) | null = null;
    let nearest = Infinity;
    for (const place of this.shown) {
      const one = this.#layer(place) as Layer;
      const bucket = bucketAt(one, value);
      const away = Math.abs(this.#base(place) - this.#up(one.counts[bucket] ?? 0) - y_px);
      if (away <= nearest) {
        nearest = away;
        best = { ...place, bucket };
      }
    }
    return best;
  }

  value(x_px: number): number {
    const [low, high] = wide(this.options.range);
    return low + ((x_px - this.box.left) / (this.box.right - this.box.left)) * (high - low);
  }

  #chosen(): Place[] {
    const { top, bottom } = this.box;
    const row_px = this.stacks.length > 1 ? SHARED_ROW_PX : ROW_PX;
    const most =
      this.options.layout === 'overlay'
        ? Math.ceil(OVERLAID / Math.max(1, this.stacks.length))
        : Math.max(4, Math.floor((bottom - top - this.#rise_px) / row_px));
    return this.stacks
      .flatMap(({ layers, marked }, stack) =>
        thinned(layers, most, marked).map((layer): Place => ({ stack, layer })),
      )
      .sort((a, b) => this.#depth(a) - this.#depth(b));
  }

  /** The shown layers in rows: those of several series at the same depth must not cover each other. */
  rows(): Place[][] {
    const rows: Place[][] = [];
    for (const place of this.shown) {
      const row = rows.at(-1);
      const sharesRow =
        row !== undefined &&
        this.stacks.length > 1 &&
        Math.abs(this.#base(place) - this.#base(row[0] as Place)) < SAME_ROW_PX;
      if (sharesRow) row.push(place);
      else rows.push([place]);
    }
    return rows;
  }

  #layer({ stack, layer }: Place): Layer | undefined {
    return this.stacks[stack]?.layers[layer];
  }

  #color({ stack }: Place): string {
    return this.stacks[stack]?.color ?? '';
  }

  #depth(place: Place): number {
    return this.#layer(place)?.depth ?? 0;
  }

  #base(place: Place): number {
    return this.#y(this.#depth(place));
  }

  #up(count: number): number {
    return (this.#bend(Math.max(0, count)) / this.#most) * this.#rise_px;
  }

  #paintRow(context: CanvasRenderingContext2D, row: readonly Place[], theme: ChartTheme): void {
    if (this.options.layout === 'offset') {
      context.fillStyle = theme.surface;
      for (const place of row) {
        this.#trace(context, place);
        context.fill();
      }
      if (this.stacks.length > 1) this.#paintGround(context, row[0] as Place, theme);
    }
    for (const place of row) this.#paintLayer(context, place);
  }

  /** The zero line that the series of a row share. */
  #paintGround(context: CanvasRenderingContext2D, place: Place, theme: ChartTheme): void {
    const y = this.#base(place);
    context.strokeStyle = theme.grid;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(this.box.left, y);
    context.lineTo(this.box.right, y);
    context.stroke();
  }

  #paintLayer(context: CanvasRenderingContext2D, place: Place): void {
    const n = this.stacks[place.stack]?.layers.length ?? 0;
    const age = n > 1 ? place.layer / (n - 1) : 1;
    this.#trace(context, place);
    if (this.options.layout === 'offset') {
      context.globalAlpha = (0.1 + 0.3 * age) / Math.sqrt(this.stacks.length);
      context.fillStyle = this.#color(place);
      context.fill();
    }
    context.globalAlpha = 0.35 + 0.6 * age;
    context.strokeStyle = this.#color(place);
    context.lineWidth = 1;
    context.stroke();
    context.globalAlpha = 1;
  }

  #trace(context: CanvasRenderingContext2D, place: Place): void {
    const { lefts, rights, counts } = this.#layer(place) as Layer;
    const y = this.#base(place);
    const { left, right } = this.box;
    const clamp = (x: number): number => Math.max(left, Math.min(right, x));
    context.beginPath();
    // Lines of several series would cover each other where there is nothing: each begins and ends at its values.
    const shared = this.stacks.length > 1;
    const span = shared ? occupied(counts) : ([0, counts.length - 1] as const);
    if (!span) return;
    const [first, last] = span;
    context.moveTo(shared ? clamp(this.#x(lefts[first] as number)) : left, y);
    if (this.options.stepped && lefts.length > 0) context.lineTo(clamp(this.#x(lefts[first] as number)), y);
    for (let i = first; i <= last; i += 1) {
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
    context.lineTo(shared ? clamp(this.#x(rights[last] as number)) : right, y);
  }

  #label(context: CanvasRenderingContext2D, place: Place, theme: ChartTheme): void {
    words(context, theme);
    context.textAlign = 'left';
    context.fillText(this.options.depthText(this.#depth(place)), this.box.right + 8, this.#base(place) + 3.5);
  }
}
