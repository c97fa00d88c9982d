// Percentiles over steps: nested bands of one run, or the middle and one sigma of several.
import type { SpareParts } from '../base/short_name.ts';
import type { Range } from '../lines/extent.ts';
import { fillBand, projection, strokeColumn, visibleSpan, type Project } from '../lines/lines.ts';
import { fitText, spread } from '../lines/marks.ts';
import { nearestIndex } from '../lines/nearest.ts';
import {
  depthTicks,
  paintBottom,
  paintLeft,
  upright,
  valueTicks,
  wide,
  words,
  type Box,
} from '../planes/plane.ts';
import { chartTheme, type ChartTheme } from '../base/theme.ts';
import { yAxisSize, type XKind } from '../base/ticks.ts';

export interface BandLine {
  label: string;
  /** What the label may lose where there is little room. */
  spare?: SpareParts;
  color: string;
  dash: readonly number[];
  x: Float64Array;
  /** A column per percentile, lowest first; the middle one is the median. */
  percentiles: readonly Float64Array[];
  mean: Float64Array;
  std: Float64Array;
}

export interface BandOptions {
  xKind: XKind;
  zoom: Range | null;
  showMean: boolean;
}

/** Between which percentiles (of nine) a run alone is shaded, and between which each of several. */
const ALONE = [
  [0, 8, 0.1],
  [1, 7, 0.14],
  [2, 6, 0.2],
  [3, 5, 0.26],
] as const;
const SEVERAL = [[2, 6, 0.16]] as const;
/** Highest first, as they are below each other: where all values are the same, the order is theirs. */
const NAMES = [
  ['max', 8],
  ['+1.5σ', 7],
  ['+1σ', 6],
  ['median', 4],
  ['−1σ', 2],
  ['−1.5σ', 1],
  ['min', 0],
] as const;

/** How wide a single step is drawn. */
const BAR_PX = 16;

export class Bands {
  readonly box: Box;
  readonly depths: Range;
  readonly values: Range;
  readonly #x: Project;
  readonly #y: Project;

  constructor(
    readonly lines: readonly BandLine[],
    readonly options: BandOptions,
    width: number,
    height: number,
  ) {
    const bottom = Math.max(40, height - 22);
    this.depths = wide(options.zoom ?? reach(lines.map((line) => line.x)));
    this.values = wide(this.#valueRange());
    this.#y = projection('linear', this.values, bottom, 8);
    const left = yAxisSize(valueTicks(this.values, this.#y, bottom / 50).map((tick) => tick.text));
    this.box = { left, top: 8, right: Math.max(left + 20, width - (lines.length > 1 ? 84 : 52)), bottom };
    this.#x = projection('linear', this.depths, left, this.box.right);
  }

  get alone(): boolean {
    return this.lines.length === 1;
  }

  paint(context: CanvasRenderingContext2D): void {
    const theme = chartTheme();
    const { left, top, right, bottom } = this.box;
    paintLeft(context, this.box, valueTicks(this.values, this.#y, (bottom - top) / 50), theme, true);
    paintBottom(
      context,
      this.box,
      depthTicks(this.depths, this.options.xKind, this.#x, (right - left) / 70),
      theme,
      false,
    );
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top + 1);
    context.clip();
    for (const line of this.lines) this.#paintBands(context, line);
    for (const line of this.lines) this.#paintLine(context, line);
    context.restore();
    context.fillStyle = theme.axis;
    context.fillRect(left, bottom, right - left, 1);
    this.#paintLabels(context, theme);
  }

  paintCrosshair(context: CanvasRenderingContext2D, depth: number): void {
    if (depth >= this.depths[0] && depth <= this.depths[1])
      upright(context, this.#x(depth), this.box.top, this.box.bottom, chartTheme().crosshair);
  }

  depth(x_px: number): number {
    const share = (x_px - this.box.left) / (this.box.right - this.box.left);
    return this.depths[0] + share * (this.depths[1] - this.depths[0]);
  }

  isInside(x_px: number, y_px: number): boolean {
    return x_px >= this.box.left && x_px <= this.box.right && y_px >= this.box.top && y_px <= this.box.bottom;
  }

  #valueRange(): Range | null {
    let low = Infinity;
    let high = -Infinity;
    const shaded = this.alone ? ALONE[0] : SEVERAL[0];
    for (const line of this.lines) {
      const [from, to] = visibleSpan(line.x, this.depths);
      for (let i = from; i < to; i += 1) {
        const [a, b] = [line.percentiles[shaded[0]]?.[i] ?? NaN, line.percentiles[shaded[1]]?.[i] ?? NaN];
        if (a < low) low = a;
        if (b > high) high = b;
      }
    }
    return low <= high ? [low, high] : null;
  }

  #paintBands(context: CanvasRenderingContext2D, line: BandLine): void {
    const span = visibleSpan(line.x, this.depths);
    context.fillStyle = line.color;
    for (const [low, high, alpha] of this.alone ? ALONE : SEVERAL) {
      // Of many runs each is fainter, or where they overlap nothing could be distinguished.
      context.globalAlpha = alpha * Math.min(1, 4 / this.lines.length);
      const [below, above] = [line.percentiles[low], line.percentiles[high]];
      if (!below || !above) continue;
      for (const part of whole(below, span)) fillBand(context, line.x, below, above, part, this.#x, this.#y);
      for (const at of singles(below, span))
        this.#paintBar(context, line.x[at] as number, below[at] as number, above[at] as number);
    }
    context.globalAlpha = 1;
  }

  /** A step without neighbors has no area to shade, so it is a bar. */
  #paintBar(context: CanvasRenderingContext2D, depth: number, below: number, above: number): void {
    const top = this.#y(above);
    context.fillRect(this.#x(depth) - BAR_PX / 2, top, BAR_PX, Math.max(1.5, this.#y(below) - top));
  }

  #paintLine(context: CanvasRenderingContext2D, line: BandLine): void {
    const span = visibleSpan(line.x, this.depths);
    context.strokeStyle = line.color;
    context.lineWidth = 1.5;
    context.setLineDash([...line.dash]);
    const median = line.percentiles[Math.floor(line.percentiles.length / 2)];
    if (median) {
      strokeColumn(context, line.x, median, span, this.#x, this.#y);
      context.fillStyle = line.color;
      for (const at of singles(median, span))
        this.#paintBar(context, line.x[at] as number, median[at] as number, median[at] as number);
    }
    if (this.options.showMean) {
      context.lineWidth = 1;
      context.setLineDash([4, 3]);
      strokeColumn(context, line.x, line.mean, span, this.#x, this.#y);
      context.setLineDash([1.5, 2.5]);
      for (const sign of [-1, 1])
        strokeColumn(
          context,
          line.x,
          line.mean.map((mean, i) => mean + sign * (line.std[i] as number)),
          span,
          this.#x,
          this.#y,
        );
    }
    context.setLineDash([]);
  }

  #paintLabels(context: CanvasRenderingContext2D, theme: ChartTheme): void {
    words(context, theme);
    context.textAlign = 'left';
    const room_px = 80;
    const ends = (
      this.alone
        ? NAMES.map(([name, place]) => ({
            text: name,
            spare: undefined,
            y: this.#end(this.lines[0] as BandLine, place),
          }))
        : this.lines.map((line) => ({ text: line.label, spare: line.spare, y: this.#end(line, 4) }))
    )
      .filter((end) => Number.isFinite(end.y))
      .sort((a, b) => a.y - b.y);
    if (!this.alone) context.fillStyle = theme.ink;
    const gap = 12;
    if (ends.length * gap > this.box.bottom - this.box.top) return;
    spread(
      ends.map((end) => end.y),
      gap,
      this.box.top + 4,
      this.box.bottom - 4,
    ).forEach((y, i) =>
      context.fillText(
        fitText(context, ends[i]?.text ?? '', room_px - 8, ends[i]?.spare),
        this.box.right + 6,
        y + 3.5,
      ),
    );
  }

  #end(line: BandLine, place: number): number {
    const last = nearestIndex(line.x, this.depths[1]);
    return this.#y(line.percentiles[place]?.[last] ?? NaN);
  }
}

function reach(columns: readonly Float64Array[]): Range | null {
  let low = Infinity;
  let high = -Infinity;
  for (const column of columns) {
    for (const x of column) {
      if (x < low) low = x;
      if (x > high) high = x;
    }
  }
  return low <= high ? [low, high] : null;
}

/** The stretches of a span in which a column is finite; bands break where nothing was counted. */
export function whole(column: Float64Array, [from, to]: readonly [number, number]): [number, number][] {
  const parts: [number, number][] = [];
  let begin = from;
  for (let i = from; i <= to; i += 1) {
    if (i < to && Number.isFinite(column[i])) continue;
    if (i > begin) parts.push([begin, i]);
    begin = i + 1;
  }
  return parts;
}

/** Steps of a span without a counted step beside them. */
export function singles(column: Float64Array, span: readonly [number, number]): number[] {
  return whole(column, span).flatMap(([from, to]) => (to - from === 1 ? [from] : []));
}
