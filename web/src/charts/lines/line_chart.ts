// A line chart: uPlot for scales, axes and selection; lines, marks and highlights painted here from columns.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { paintStepMarks, paintThresholds } from './annotations.ts';
import { rightAxis, xAxis, yAxis } from './axes.ts';
import { labelRoom, paintEndLabels } from './end_labels.ts';
import type { Range } from './extent.ts';
import { breaks, projection, type ChartLine } from './lines.ts';
import { disc, paintBreak } from './marks.ts';
import { nearestIndex } from './nearest.ts';
import type { ChartHandlers, ChartOptions } from './options.ts';
import { orderOf } from './order.ts';
import { Overlay } from './overlay.ts';
import { Painter, type Projections } from './painter.ts';
import { listenPointer } from './pointer.ts';
import { chartRanges, type Ranges } from './ranges.ts';
import { asPicture } from '../export/sheet.ts';
import { selected } from './selected.ts';
import { SlowPicture } from '../scatter/slow_picture.ts';
import { toSvg } from './svg.ts';
import { chartTheme } from '../base/theme.ts';
import { textWidth } from '../base/text_width.ts';

export type { ChartHandlers, ChartOptions } from './options.ts';

/** More points than this are painted in slices. */
const HEAVY_POINTS = 6_000;
/** With more lines, breaks would cover the plot. */
const MARKED_LINES = 60;
/** Dragged further than this in both directions, a selection is a box. */
const BOX_PX = 24;
const LEAST_DRAG_PX = 4;
const DISTRIBUTION = { linear: 1, log: 3, symlog: 4 } as const;

export class LineChart {
  #ranges: Ranges = { x: [0, 1], left: [0, 1], right: null };
  #plot: uPlot | null = null;
  #shape = '';
  #lines: readonly ChartLine[] = [];
  #options: ChartOptions | null = null;
  #lifted: string | null = null;
  #overlay = new Overlay();
  #picture = new SlowPicture();
  #size: [number, number] = [0, 0];
  #labelRoom_px = 0;

  constructor(
    readonly host: HTMLElement,
    readonly handlers: ChartHandlers,
  ) {}

  get xRange(): Range {
    return this.#ranges.x;
  }

  get yRange(): Range {
    return this.#ranges.left;
  }

  get rightRange(): Range | null {
    return this.#ranges.right;
  }

  /** The plot area within the host, in CSS pixels. */
  get box(): { left: number; top: number; width: number; height: number } {
    const over = this.#plot?.over;
    return over
      ? { left: over.offsetLeft, top: over.offsetTop, width: over.clientWidth, height: over.clientHeight }
      : { left: 0, top: 0, width: 0, height: 0 };
  }

  draw(lines: readonly ChartLine[], options: ChartOptions): void {
    this.#lines = lines;
    this.#options = options;
    this.#ranges = chartRanges(lines, options);
    this.#labelRoom_px = options.endLabels
      ? labelRoom(lines, this.#size[0], (text) => textWidth(text, chartTheme().font))
      : 0;
    const shape = [
      options.xKind,
      options.xScale,
      options.yScale,
      this.#labelRoom_px,
      this.#ranges.right !== null,
      chartTheme().name,
    ].join();
    if (shape !== this.#shape || !this.#plot) this.#build(shape);
    else this.#repaint();
  }

  resize(width: number, height: number): void {
    if (width === this.#size[0] && height === this.#size[1]) return;
    this.#size = [width, height];
    this.#picture.drop();
    if (this.#plot) this.#plot.setSize({ width, height });
    else if (this.#options) this.#build(this.#shape);
  }

  destroy(): void {
    this.#picture.drop();
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
    const { left, right } = this.#projections(0, 0, this.box.width, this.box.height);
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

  /** How far a value lies from a place in the plot, upright. */
  distance_px(value: number, top_px: number, right: boolean): number {
    const projections = this.#projections(0, 0, this.box.width, this.box.height);
    return Math.abs((right ? projections.right : projections.left)(value) - top_px);
  }

  /** Lift a line (and the members it stands for) and put dots at x; nulls clear. */
  highlight(key: string | null, x: number | null, members: readonly ChartLine[] = []): void {
    this.#lifted = key;
    if (!this.#plot) return;
    const dpr = uPlot.pxRatio;
    const { width, height } = this.box;
    const lifted = this.#lines.find((one) => one.key === key) ?? null;
    const projections = this.#projections(0, 0, width * dpr, height * dpr);
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

  /** The chart as drawn, with its title and the names of its lines. */
  picture(title: string): HTMLCanvasElement | null {
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

  /** The chart as an SVG drawing. */
  svg(title: string, size: { width: number; height: number }): string | null {
    return (
      this.#options &&
      toSvg(title, { lines: this.#lines, options: this.#options, ranges: this.#ranges }, chartTheme(), size)
    );
  }

  #build(shape: string): void {
    this.#shape = shape;
    this.#plot?.destroy();
    this.#plot = null;
    const [width, height] = this.#size;
    if (width < 20 || height < 20 || !this.#options) return;
    this.#plot = new uPlot(this.#plotOptions(this.#options, width, height), this.#data(), this.host);
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

  #repaint(): void {
    const plot = this.#plot;
    this.#picture.stop();
    if (!plot) return;
    // An old picture stays, axes and all, until the new one is whole.
    if (this.#picture.canvas && this.#isHeavy()) this.#paintSlowly(plot);
    else plot.setData(this.#data());
  }

  #isHeavy(): boolean {
    return this.#lines.reduce((sum, line) => sum + line.x.length, 0) > HEAVY_POINTS;
  }

  /** uPlot wants data to be ready; two corners of the ranges are enough, lines are painted by us. */
  #data(): uPlot.AlignedData {
    const { x, left, right } = this.#ranges;
    return right ? [[...x], [...left], [...right]] : [[...x], [...left]];
  }

  #plotOptions(options: ChartOptions, width: number, height: number): uPlot.Options {
    const theme = chartTheme();
    const two = this.#ranges.right !== null;
    const unseen: uPlot.Series = { paths: () => null, points: { show: false } };
    const distr = DISTRIBUTION[options.yScale];
    return {
      width,
      height,
      padding: [8, this.#labelRoom_px || (two ? 0 : 12), 0, 0],
      legend: { show: false },
      cursor: {
        x: false,
        y: false,
        points: { show: false },
        drag: this.#drag(),
        bind: { dblclick: () => null },
      },
      scales: {
        x: {
          time: options.xKind === 'wall',
          distr: DISTRIBUTION[options.xScale],
          range: () => [...this.xRange],
        },
        y: { distr, range: () => [...this.yRange] },
        right: { distr, range: () => [...(this.rightRange ?? [0, 1])] },
      },
      axes: [
        xAxis(this, options, theme),
        yAxis(this, options, theme),
        ...(two ? [rightAxis(this, options, theme)] : []),
      ],
      series: [{}, { ...unseen, scale: 'y' }, ...(two ? [{ ...unseen, scale: 'right' }] : [])],
      hooks: {
        draw: [(plot) => this.#paint(plot)],
        setSelect: [(plot) => this.#onSelect(plot)],
      },
    };
  }

  /** Sideways selects x, up or down y, both a box. */
  #drag(): uPlot.Cursor.Drag {
    const y = this.handlers.onZoomY !== undefined;
    return { x: true, y, ...(y && { uni: BOX_PX }), setScale: false, dist: LEAST_DRAG_PX };
  }

  #onSelect(plot: uPlot): void {
    const chosen = selected(plot.select, this.box);
    const { left, top, width, height } = plot.select;
    if (chosen.x) this.handlers.onZoom([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]);
    if (chosen.y) this.handlers.onZoomY?.([plot.posToVal(top + height, 'y'), plot.posToVal(top, 'y')]);
    if (width > 0) plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  #projections(left: number, top: number, width: number, height: number): Projections {
    const { x, left: leftRange, right } = this.#ranges;
    const yScale = this.#options?.yScale ?? 'linear';
    return {
      x: projection(this.#options?.xScale ?? 'linear', x, left, left + width),
      left: projection(yScale, leftRange, top + height, top),
      right: projection(yScale, right ?? leftRange, top + height, top),
    };
  }

  #paint(plot: uPlot): void {
    const { left, top, width, height } = plot.bbox;
    const context = plot.ctx;
    const theme = chartTheme();
    const options = this.#options;
    if (!options || width <= 0) return;
    const dpr = uPlot.pxRatio;
    const projections = this.#projections(left, top, width, height);
    context.save();
    context.beginPath();
    context.rect(left, top - 1, width + 3 * dpr, height + 2);
    context.clip();
    if (!this.#isHeavy()) this.#painter(context, projections, options).paint();
    else this.#showPicture(plot, context);
    context.restore();
    paintThresholds(context, plot.bbox, options.thresholds ?? [], projections.left, dpr, theme);
    paintStepMarks(context, plot.bbox, options.marks ?? [], projections.x, dpr, theme);
    this.#paintMarks(context, plot, projections);
    if (options.endLabels)
      paintEndLabels(
        context,
        plot.bbox,
        this.#lines,
        this.xRange,
        projections.left,
        this.#labelRoom_px,
        dpr,
        theme,
      );
  }

  #painter(context: CanvasRenderingContext2D, projections: Projections, options: ChartOptions): Painter {
    return new Painter(context, this.#lines, projections, {
      xRange: this.xRange,
      dpr: uPlot.pxRatio,
      theme: chartTheme(),
      showRaw: options.showRaw,
    });
  }

  #showPicture(plot: uPlot, context: CanvasRenderingContext2D): void {
    if (this.#picture.canvas) context.drawImage(this.#picture.canvas, 0, 0);
    if (this.#picture.madeFor !== this.#place(plot) && !this.#picture.isPainting) this.#paintSlowly(plot);
  }

  #place(plot: uPlot): string {
    const { left, top, width, height } = plot.bbox;
    return [left, top, width, height, ...this.xRange, ...this.yRange, ...(this.rightRange ?? [])].join();
  }

  #paintSlowly(plot: uPlot): void {
    const options = this.#options;
    if (!options) return;
    const { left, top, width, height } = plot.bbox;
    const projections = this.#projections(left, top, width, height);
    this.#picture.begin(
      this.#place(plot),
      plot.ctx.canvas,
      (context) => this.#painter(context, projections, options),
      (done) => {
        // Labels may have become wider and moved the plot; then it paints itself once more.
        if (done) plot.setData(this.#data());
        else plot.redraw(false, false);
      },
    );
  }

  #paintMarks(context: CanvasRenderingContext2D, plot: uPlot, projections: Projections): void {
    const dpr = uPlot.pxRatio;
    const { top, left, width } = plot.bbox;
    const px = projections.x;
    for (const line of this.#lines) {
      const py = line.right ? projections.right : projections.left;
      const last = line.x.length - 1;
      if (line.live && last >= 0)
        disc(context, px(line.x[last] as number), py(line.y[last] as number), 2.6 * dpr, line.color);
      else if (last === 0)
        disc(context, px(line.x[0] as number), py(line.y[0] as number), 3 * dpr, line.color);
      if (this.#lines.length > MARKED_LINES) continue;
      for (const { at, from } of breaks(line)) {
        const x = px(line.x[at] as number);
        if (x < left || x > left + width) continue;
        const bottom = from >= 0 ? py((line.y[from] ?? NaN) as number) : NaN;
        paintBreak(context, x, top + 5 * dpr, bottom, dpr, line.color, chartTheme().bad);
      }
    }
  }
}
