// A line chart: uPlot for scales, axes and selection; lines, marks and highlights painted from columns.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { labelRoom } from './end_labels.ts';
import type { Range } from './extent.ts';
import { breaks, projection, type ChartLine } from './lines.ts';
import { BREAK_TOP_PX, MAX_LINES_WITH_BREAKS } from './line_marks.ts';
import { nearestIndex } from './nearest.ts';
import type { ChartHandlers, ChartOptions } from './options.ts';
import { orderOf } from './order.ts';
import { Overlay } from './overlay.ts';
import { plotData, plotOptions, type PlottedChart } from './plot_options.ts';
import { PlotPainting, type Painted } from './plot_painting.ts';
import { listenPointer } from './pointer.ts';
import { projectionsOf, type Box, type Projections } from './projections.ts';
import { chartRanges, type Ranges } from './ranges.ts';
import { chartTheme } from '../base/theme.ts';
import { textWidth } from '../base/text_width.ts';

export type { ChartHandlers, ChartOptions } from './options.ts';

/** Before anything was drawn. */
const LINEAR = { xScale: 'linear', yScale: 'linear' } as const;

/** Where a line has the diamond of a NaN, within the host. */
export interface BreakPlace {
  key: string;
  x: number;
  left_px: number;
  top_px: number;
}

export class LineChart implements PlottedChart {
  ranges: Ranges = { x: [0, 1], left: [0, 1], right: null };
  #plot: uPlot | null = null;
  #shape = '';
  #lines: readonly ChartLine[] = [];
  #options: ChartOptions | null = null;
  #lifted: string | null = null;
  #overlay = new Overlay();
  readonly #painting = new PlotPainting(() => this.#painted());
  size: readonly [number, number] = [0, 0];
  labelRoom_px = 0;

  constructor(
    readonly host: HTMLElement,
    readonly handlers: ChartHandlers,
  ) {}

  get xRange(): Range {
    return this.ranges.x;
  }

  get yRange(): Range {
    return this.ranges.left;
  }

  get rightRange(): Range | null {
    return this.ranges.right;
  }

  /** The plot area within the host, in CSS pixels. */
  get box(): Box {
    const over = this.#plot?.over;
    return over
      ? { left: over.offsetLeft, top: over.offsetTop, width: over.clientWidth, height: over.clientHeight }
      : { left: 0, top: 0, width: 0, height: 0 };
  }

  draw(lines: readonly ChartLine[], options: ChartOptions): void {
    this.#lines = lines;
    this.#options = options;
    this.ranges = chartRanges(lines, options);
    this.labelRoom_px = options.endLabels
      ? labelRoom(lines, this.size[0], (text) => textWidth(text, chartTheme().font))
      : 0;
    const shape = [
      options.xKind,
      options.xScale,
      options.yScale,
      this.labelRoom_px,
      this.ranges.right !== null,
      chartTheme().name,
    ].join();
    if (shape !== this.#shape || !this.#plot) this.#build(shape);
    else this.#painting.repaint(this.#plot);
  }

  resize(width: number, height: number): void {
    if (width === this.size[0] && height === this.size[1]) return;
    this.size = [width, height];
    this.#painting.drop();
    if (this.#plot) this.#plot.setSize({ width, height });
    else if (this.#options) this.#build(this.#shape);
  }

  destroy(): void {
    this.#painting.drop();
    this.#plot?.destroy();
    this.#plot = null;
    this.#lines = [];
    this.#overlay.canvas.remove();
  }

  xToPx(x: number): number {
    return projection(this.#options?.xScale ?? 'linear', this.xRange, 0, this.box.width)(x);
  }

  pxToX(left_px: number): number {
    return this.#plot?.posToVal(left_px, 'x') ?? 0;
  }

  /** The line nearest to a point of the plot, by vertical distance at that x. */
  nearest(x: number, top_px: number): string | null {
    const { left, right } = this.#projections({ ...this.box, left: 0, top: 0 });
    let best: string | null = null;
    let bestDistance = Infinity;
    for (const line of this.#lines) {
      const i = nearestIndex(line.x, x);
      if (i < 0 || x > orderOf(line.x).max * 1.0001 + 1e-9) continue;
      const distance = Math.abs((line.right ? right : left)(line.y[i] as number) - top_px);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = line.key;
      }
    }
    return best;
  }

  /** The x of a line's point that is nearest to a place, as long as it is in sight. */
  pointNear(key: string, x: number): number | null {
    const line = this.#lines.find((one) => one.key === key);
    const at = line?.x[nearestIndex(line.x, x)];
    return at !== undefined && at >= this.xRange[0] && at <= this.xRange[1] ? at : null;
  }

  /** The diamonds of NaN in sight. */
  breakPlaces(): BreakPlace[] {
    if (this.#lines.length > MAX_LINES_WITH_BREAKS) return [];
    const found = this.#lines.flatMap((line) =>
      breaks(line).map(({ at }) => ({ key: line.key, x: line.x[at] as number })),
    );
    if (found.length === 0) return [];
    const { left, top } = this.box;
    return found
      .filter(({ x }) => x >= this.xRange[0] && x <= this.xRange[1])
      .map((one) => ({ ...one, left_px: left + this.xToPx(one.x), top_px: top + BREAK_TOP_PX }));
  }

  /** How far a value lies from a place in the plot, upright. */
  distance_px(value: number, top_px: number, right: boolean): number {
    const projections = this.#projections({ ...this.box, left: 0, top: 0 });
    return Math.abs((right ? projections.right : projections.left)(value) - top_px);
  }

  /** Lift a line (and the members it stands for) and put dots at x; nulls clear. */
  highlight(key: string | null, x: number | null, members: readonly ChartLine[] = []): void {
    this.#lifted = key;
    if (!this.#plot) return;
    const dpr = uPlot.pxRatio;
    const { width, height } = this.box;
    const lifted = this.#lines.find((one) => one.key === key) ?? null;
    const projections = this.#projections({ left: 0, top: 0, width: width * dpr, height: height * dpr });
    this.#overlay.paint(
      {
        projections,
        xRange: this.xRange,
        theme: chartTheme(),
        dpr,
        showRaw: this.#options?.showRaw ?? false,
        lines: this.#lines,
        lifted,
        members,
        x,
      },
      width,
      height,
    );
  }

  /** The chart as drawn, with its title and the names of its lines; the code for it is loaded on first use. */
  async picture(title: string): Promise<HTMLCanvasElement | null> {
    const { asPicture } = await import('../export/sheet.ts');
    const source = this.#plot?.ctx.canvas;
    if (!source) return null;
    const [width_px, height_px] = [source.width / uPlot.pxRatio, source.height / uPlot.pxRatio];
    return asPicture(
      {
        title,
        width_px,
        height_px,
        lines: this.#lines,
        paint: (context) => context.drawImage(source, 0, 0, width_px, height_px),
      },
      chartTheme(),
      uPlot.pxRatio,
    );
  }

  /** The chart as an SVG drawing; the code for it is loaded on first use. */
  async svg(title: string, size: { width: number; height: number }): Promise<string | null> {
    const { toSvg } = await import('./svg.ts');
    return (
      this.#options &&
      toSvg(title, { lines: this.#lines, options: this.#options, ranges: this.ranges }, chartTheme(), size)
    );
  }

  #painted(): Painted | null {
    const { ranges, labelRoom_px } = this;
    return this.#options && { lines: this.#lines, options: this.#options, ranges, labelRoom_px };
  }

  #build(shape: string): void {
    this.#shape = shape;
    this.#plot?.destroy();
    this.#plot = null;
    const [width, height] = this.size;
    if (width < 20 || height < 20 || !this.#options) return;
    const options = plotOptions(this, this.#options, (plot) => this.#painting.paint(plot));
    this.#plot = new uPlot(options, plotData(this.ranges), this.host);
    this.#plot.over.append(this.#overlay.canvas);
    listenPointer(this.#plot.over, {
      ...this.handlers,
      range: () => this.xRange,
      scale: () => this.#options?.xScale ?? 'linear',
      xAt: (left_px) => this.pxToX(left_px),
      onReset: () => {
        this.handlers.onZoom(null);
        this.handlers.onZoomY?.(null);
      },
      onClick: () => {
        if (this.#lifted !== null) this.handlers.onPick(this.#lifted);
      },
    });
  }

  #projections(box: Box): Projections {
    return projectionsOf(this.ranges, this.#options ?? LINEAR, box);
  }
}
