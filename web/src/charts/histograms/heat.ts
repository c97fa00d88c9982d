// Histograms over steps as a heat map: a column per step, values upwards, counts as color.
import { bend, bucketAt, depthsOf, highest, type Bend, type Layer, type Spot } from './buckets.ts';
import type { Range } from '../lines/extent.ts';
import { formatShort } from '../base/format.ts';
import { colorAt, colorScale } from '../base/heat_colors.ts';
import { projection, type Project } from '../lines/lines.ts';
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
import { chartTheme } from '../base/theme.ts';
import { yAxisSize, type XKind } from '../base/ticks.ts';

export interface HeatOptions {
  range: Range;
  log: boolean;
  xKind: XKind;
  zoom: Range | null;
}

const LEGEND_PX = { width: 8, height: 88 };

export class Heat {
  readonly box: Box;
  readonly depths: Range;
  readonly #x: Project;
  readonly #y: Project;
  /** Where each column begins, and the last one ends. */
  readonly #edges: readonly number[];
  readonly #bend: Bend;
  readonly #most: number;

  constructor(
    readonly layers: readonly Layer[],
    readonly options: HeatOptions,
    width: number,
    height: number,
  ) {
    const bottom = Math.max(40, height - 22);
    this.#y = projection('linear', wide(options.range), bottom, 8);
    const left = yAxisSize(valueTicks(options.range, this.#y, bottom / 50).map((tick) => tick.text));
    this.box = { left, top: 8, right: Math.max(left + 20, width - 54), bottom };
    this.depths = wide(options.zoom ?? spread(layers));
    this.#x = projection('linear', this.depths, this.box.left, this.box.right);
    this.#edges = middles(layers.map((layer) => layer.depth)).map((depth) =>
      Math.round(Math.max(left, Math.min(this.box.right, this.#x(depth)))),
    );
    this.#bend = bend(options.log);
    this.#most = this.#bend(highest(layers)) || 1;
  }

  paint(context: CanvasRenderingContext2D): void {
    const theme = chartTheme();
    const scale = colorScale('seq');
    const { left, top, right, bottom } = this.box;
    context.fillStyle = colorAt(scale, 0);
    context.fillRect(left, top, right - left, bottom - top);
    this.layers.forEach((layer, i) =>
      this.#paintColumn(context, layer, this.#edges[i] as number, this.#edges[i + 1] as number, scale),
    );
    paintLeft(context, this.box, valueTicks(this.options.range, this.#y, (bottom - top) / 50), theme, false);
    paintBottom(
      context,
      this.box,
      depthTicks(this.depths, this.options.xKind, this.#x, (right - left) / 70),
      theme,
      false,
    );
    this.#paintLegend(context, scale);
  }

  paintCrosshair(context: CanvasRenderingContext2D, depth: number): void {
    if (depth >= this.depths[0] && depth <= this.depths[1])
      upright(context, this.#x(depth), this.box.top, this.box.bottom, chartTheme().ink);
  }

  at(x_px: number, y_px: number): Spot | null {
    const { left, right, top, bottom } = this.box;
    if (x_px < left || x_px > right || y_px < top || y_px > bottom) return null;
    const layer = Math.max(
      0,
      this.#edges.findLastIndex((edge, i) => edge <= x_px && i < this.layers.length),
    );
    const one = this.layers[layer];
    return one ? { layer, bucket: bucketAt(one, this.#value(y_px)) } : null;
  }

  depth(x_px: number): number {
    const share = (x_px - this.box.left) / (this.box.right - this.box.left);
    return this.depths[0] + share * (this.depths[1] - this.depths[0]);
  }

  #value(y_px: number): number {
    const [low, high] = wide(this.options.range);
    return low + ((this.box.bottom - y_px) / (this.box.bottom - this.box.top)) * (high - low);
  }

  #paintColumn(
    context: CanvasRenderingContext2D,
    { lefts, rights, counts }: Layer,
    from: number,
    to: number,
    scale: readonly string[],
  ): void {
    const { top, bottom } = this.box;
    for (let i = 0; i < counts.length; i += 1) {
      const count = counts[i] as number;
      if (!(count > 0)) continue;
      const low = Math.round(Math.min(bottom, this.#y(lefts[i] as number)));
      const high = Math.round(Math.max(top, this.#y(rights[i] as number)));
      // Few are still to be seen: the eye tells low colors apart better when they are drawn wide.
      context.fillStyle = colorAt(scale, (this.#bend(count) / this.#most) ** (this.options.log ? 1 : 0.62));
      context.fillRect(from, high, to - from, Math.max(1, low - high));
    }
  }

  #paintLegend(context: CanvasRenderingContext2D, scale: readonly string[]): void {
    const x = this.box.right + 12;
    const height = Math.min(LEGEND_PX.height, this.box.bottom - this.box.top);
    for (let i = 0; i < height; i += 1) {
      context.fillStyle = colorAt(scale, 1 - i / height);
      context.fillRect(x, this.box.top + i, LEGEND_PX.width, 1);
    }
    words(context, chartTheme());
    context.textAlign = 'left';
    context.fillText(formatShort(highest(this.layers)), x + 12, this.box.top + 9);
    context.fillText('0', x + 12, this.box.top + height);
  }
}

/** Half a column more at both ends, so that the first and the last are as wide as the others. */
function spread(layers: readonly Layer[]): Range | null {
  const range = depthsOf(layers);
  const edges = middles(layers.map((layer) => layer.depth));
  return range && layers.length > 1 ? [edges[0] as number, edges.at(-1) as number] : range;
}

export function middles(places: readonly number[]): number[] {
  const inner = places.slice(1).map((place, i) => (place + (places[i] as number)) / 2);
  const [first = 0, second = first + 1] = places;
  const last = places.at(-1) ?? 0;
  const before = places.at(-2) ?? last - 1;
  return [first - (second - first) / 2, ...inner, last + (last - before) / 2];
}
