// A line chart: uPlot for scales, axes and selection; lines, marks and highlights painted here from columns.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { xAxis, yAxis } from './axes.ts';
import { extents, padded, withoutOutliers, type Range } from './extent.ts';
import { breaks, fillBand, projection, rawAlpha, strokeColumn, visibleSpan, type ChartLine, type Project, type ScaleKind } from './lines.ts';
import { disc, fitText, paintBreak, spread } from './marks.ts';
import { nearestIndex } from './nearest.ts';
import { listenPointer } from './pointer.ts';
import { enqueue } from './queue.ts';
import { chartTheme, type ChartTheme } from './theme.ts';
import type { XKind } from './ticks.ts';

export interface ChartOptions {
  xKind: XKind;
  xScale: 'linear' | 'log';
  yScale: ScaleKind;
  /** Zoom of the x axis; null follows the data. */
  range: Range | null;
  yRange: Range | null;
  ignoreOutliers: boolean;
  showRaw: boolean;
  endLabels: boolean;
}

export interface ChartHandlers {
  onZoom(range: Range | null): void;
  onHover(x: number | null, y_px: number): void;
  onPick(key: string): void;
}

/** More points than this are painted into a buffer, in slices. */
const HEAVY_POINTS = 6_000;
/** More lines than this are thin and plainly joined. */
const MANY_LINES = 24;
const LABEL_ROOM = 112;

export class LineChart {
  xRange: Range = [0, 1];
  yRange: Range = [0, 1];
  #plot: uPlot | null = null;
  #shape = '';
  #lines: readonly ChartLine[] = [];
  #options: ChartOptions | null = null;
  #highlight: string | null = null;
  #overlay = document.createElement('canvas');
  #buffer: HTMLCanvasElement | null = null;
  /** What the finished buffer was painted for; empty while there is none. */
  #bufferFor = '';
  #cancel: (() => void) | null = null;
  #size: [number, number] = [0, 0];

  constructor(
    readonly host: HTMLElement,
    readonly handlers: ChartHandlers,
  ) {
    this.#overlay.className = 'overlay';
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
    this.#setRanges();
    const shape = [options.xKind, options.xScale, options.yScale, options.endLabels, chartTheme().name].join();
    if (shape !== this.#shape || !this.#plot) this.#build(shape);
    else this.#repaint();
  }

  resize(width: number, height: number): void {
    if (width === this.#size[0] && height === this.#size[1]) return;
    this.#size = [width, height];
    this.#dropBuffer();
    if (this.#plot) this.#plot.setSize({ width, height });
    else if (this.#options) this.#build(this.#shape);
  }

  destroy(): void {
    this.#dropBuffer();
    this.#plot?.destroy();
    this.#plot = null;
    this.#overlay.remove();
  }

  xToPx(x: number): number {
    const { width } = this.box;
    return projection(this.#options?.xScale ?? 'linear', this.xRange, 0, width)(x);
  }

  pxToX(left_px: number): number {
    return this.#plot?.posToVal(left_px, 'x') ?? 0;
  }

  /** The line nearest to a point of the plot, by vertical distance at that x. */
  nearest(x: number, top_px: number): string | null {
    const py = this.#projectY(1);
    let best: string | null = null;
    let bestDistance = Infinity;
    for (const line of this.#lines) {
      const i = nearestIndex(line.x, x);
      if (i < 0 || x > (line.x[line.x.length - 1] as number) * 1.0001 + 1e-9) continue;
      const distance = Math.abs(py(line.y[i] as number) - top_px);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = line.key;
      }
    }
    return best;
  }

  /** Draw the highlighted line, and dots at x, on the overlay; twice null clears it. */
  highlight(key: string | null, x: number | null): void {
    this.#highlight = key;
    const context = this.#overlay.getContext('2d');
    if (!context || !this.#plot) return;
    const dpr = this.#fitOverlay();
    context.clearRect(0, 0, this.#overlay.width, this.#overlay.height);
    if (x === null && key === null) return;
    const px = this.#projectX(dpr);
    const py = this.#projectY(dpr);
    context.lineJoin = 'round';
    const line = this.#lines.find((one) => one.key === key);
    if (line) this.#paintHighlight(context, line, px, py, dpr);
    if (x === null) return;
    if (this.#lines.length <= 40) for (const one of this.#lines) this.#paintDot(context, one, x, px, py, dpr);
    else if (line) this.#paintDot(context, line, x, px, py, dpr);
  }

  /** The chart as drawn, on its surface. */
  picture(): HTMLCanvasElement | null {
    const source = this.#plot?.ctx.canvas;
    if (!source) return null;
    const canvas = document.createElement('canvas');
    canvas.width = source.width;
    canvas.height = source.height;
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.fillStyle = chartTheme().surface;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(source, 0, 0);
    return canvas;
  }

  #setRanges(): void {
    const options = this.#options;
    if (!options) return;
    const shown = this.#lines.map((line) => ({ x: line.x, y: line.y }));
    // Faint raw lines count for the range only where they are really to be seen.
    if (options.showRaw && this.#lines.length <= 6) for (const { x, raw } of this.#lines) if (raw) shown.push({ x, y: raw });
    for (const { x, band } of this.#lines) if (band) shown.push({ x, y: band.low }, { x, y: band.high });
    const found = extents(shown, options.range, options.yScale === 'log');
    const x = options.range ?? found.x ?? [0, 1];
    this.xRange = x[0] === x[1] ? [x[0] - 1, x[1] + 1] : x;
    if (options.xScale === 'log') this.xRange = [Math.max(this.xRange[0], smallestPositive(this.#lines)), this.xRange[1]];
    const y = options.ignoreOutliers ? (withoutOutliers(shown, options.range) ?? found.y) : found.y;
    const own = y ? padded(y, options.yScale) : options.yScale === 'log' ? ([0.1, 10] as const) : ([0, 1] as const);
    this.yRange = options.yRange && (options.yScale !== 'log' || options.yRange[0] > 0) ? options.yRange : own;
  }

  #build(shape: string): void {
    this.#shape = shape;
    this.#plot?.destroy();
    this.#plot = null;
    const [width, height] = this.#size;
    if (width < 20 || height < 20 || !this.#options) return;
    this.#plot = new uPlot(this.#plotOptions(this.#options, width, height), this.#data(), this.host);
    this.#plot.over.append(this.#overlay);
    listenPointer(this.#plot.over, {
      ...this.handlers,
      range: () => this.xRange,
      xAt: (left_px) => this.pxToX(left_px),
      onClick: () => { if (this.#highlight !== null) this.handlers.onPick(this.#highlight); },
    });
  }

  #repaint(): void {
    const plot = this.#plot;
    this.#cancel?.();
    this.#cancel = null;
    this.#bufferFor = '';
    if (!plot) return;
    // An old picture stays, axes and all, until the new one is whole.
    if (this.#buffer && this.#isHeavy()) this.#fillBuffer(plot, false);
    else plot.setData(this.#data());
  }

  #isHeavy(): boolean {
    return this.#lines.reduce((sum, line) => sum + line.x.length, 0) > HEAVY_POINTS;
  }

  /** uPlot wants data to be ready; two corners of the ranges are enough, lines are painted by us. */
  #data(): uPlot.AlignedData {
    return [[...this.xRange], [...this.yRange]];
  }

  #plotOptions(options: ChartOptions, width: number, height: number): uPlot.Options {
    const theme = chartTheme();
    const distribution = { linear: 1, log: 3, symlog: 4 } as const;
    return {
      width,
      height,
      padding: [8, options.endLabels ? LABEL_ROOM : 12, 0, 0],
      legend: { show: false },
      cursor: { x: false, y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 4 }, bind: { dblclick: () => null } },
      scales: {
        x: { time: options.xKind === 'wall', distr: distribution[options.xScale], range: () => [...this.xRange] },
        y: { distr: distribution[options.yScale], range: () => [...this.yRange] },
      },
      axes: [xAxis(this, options, theme), yAxis(this, options, theme)],
      series: [{}, { paths: () => null, points: { show: false } }],
      hooks: {
        draw: [(plot) => this.#paint(plot)],
        setSelect: [(plot) => this.#onSelect(plot)],
      },
    };
  }

  #onSelect(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width > 4) this.handlers.onZoom([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]);
    if (width > 0) plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  #projectX(dpr: number, offset_px = 0): Project {
    return projection(this.#options?.xScale ?? 'linear', this.xRange, offset_px, offset_px + this.box.width * dpr);
  }

  #projectY(dpr: number, offset_px = 0): Project {
    return projection(this.#options?.yScale ?? 'linear', this.yRange, offset_px + this.box.height * dpr, offset_px);
  }

  #paint(plot: uPlot): void {
    const { left, top, width, height } = plot.bbox;
    const context = plot.ctx;
    const theme = chartTheme();
    const options = this.#options;
    if (!options || width <= 0) return;
    const [px, py] = this.#projections(plot, options);
    context.save();
    context.beginPath();
    context.rect(left, top - 1, width + 3 * uPlot.pxRatio, height + 2);
    context.clip();
    if (!this.#isHeavy()) this.#paintLines(context, 0, Infinity, px, py, theme);
    else {
      if (this.#buffer) context.drawImage(this.#buffer, 0, 0);
      if (this.#bufferFor !== this.#place(plot) && !this.#cancel) this.#fillBuffer(plot, this.#buffer === null);
    }
    context.restore();
    this.#paintMarks(context, plot, px, py, theme);
    if (options.endLabels) this.#paintLabels(context, plot, py, theme);
  }

  #projections(plot: uPlot, options: ChartOptions): [Project, Project] {
    const { left, top, width, height } = plot.bbox;
    return [projection(options.xScale, this.xRange, left, left + width), projection(options.yScale, this.yRange, top + height, top)];
  }

  #place(plot: uPlot): string {
    const { left, top, width, height } = plot.bbox;
    return [left, top, width, height, ...this.xRange, ...this.yRange].join();
  }

  /** Paint lines from `from` on until the time is up; returns the index of the next one. */
  #paintLines(context: CanvasRenderingContext2D, from: number, deadline_ms: number, px: Project, py: Project, theme: ChartTheme): number {
    const dpr = uPlot.pxRatio;
    const lines = this.#lines;
    const faint = rawAlpha(theme.rawAlpha, lines.length);
    const many = lines.length > MANY_LINES;
    const sliced = Number.isFinite(deadline_ms);
    context.lineJoin = many ? 'bevel' : 'round';
    context.lineCap = many ? 'butt' : 'round';
    // Two rounds over one counter: all raw lines and bands first, so that no faint line lies over a main one.
    let next = from;
    for (; next < 2 * lines.length; next += 1) {
      if (sliced && (next & 7) === 7) {
        // Canvas only notes what to draw; reading a pixel makes it draw now, so that the time is known.
        context.getImageData(0, 0, 1, 1);
        if (performance.now() > deadline_ms) return next;
      }
      const line = lines[next % lines.length] as ChartLine;
      const span = visibleSpan(line.x, this.xRange);
      context.strokeStyle = context.fillStyle = line.color;
      if (next < lines.length) {
        if (line.band) {
          context.globalAlpha = theme.bandAlpha;
          fillBand(context, line.x, line.band.low, line.band.high, span, px, py);
        }
        if (line.raw && this.#options?.showRaw && faint > 0.015) {
          context.globalAlpha = faint;
          context.lineWidth = dpr;
          strokeColumn(context, line.x, line.raw, span, px, py);
        }
      } else {
        context.globalAlpha = many ? 0.8 : 1;
        context.lineWidth = (many ? 1 : 1.4) * dpr;
        context.setLineDash(line.dash.map((length) => length * dpr));
        strokeColumn(context, line.x, line.y, span, px, py);
        context.setLineDash([]);
      }
    }
    context.globalAlpha = 1;
    return next;
  }

  /** Many points: paint into a buffer in slices; shown as it grows the first time, whole when it replaces another. */
  #fillBuffer(plot: uPlot, growing: boolean): void {
    const options = this.#options;
    const fresh = document.createElement('canvas');
    fresh.width = plot.ctx.canvas.width;
    fresh.height = plot.ctx.canvas.height;
    const context = fresh.getContext('2d', { willReadFrequently: true });
    if (!context || !options) return;
    const place = this.#place(plot);
    const [px, py] = this.#projections(plot, options);
    const theme = chartTheme();
    let next = 0;
    this.#cancel = enqueue((deadline_ms) => {
      next = this.#paintLines(context, next, deadline_ms, px, py, theme);
      const done = next >= 2 * this.#lines.length;
      if (done || growing) this.#buffer = fresh;
      if (done) {
        this.#bufferFor = place;
        this.#cancel = null;
        // Labels may have become wider and moved the plot; then it paints itself once more.
        plot.setData(this.#data());
      } else if (growing) plot.redraw(false, false);
      return done;
    });
  }

  #dropBuffer(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#bufferFor = '';
    this.#buffer = null;
  }

  #paintMarks(context: CanvasRenderingContext2D, plot: uPlot, px: Project, py: Project, theme: ChartTheme): void {
    const dpr = uPlot.pxRatio;
    const { top, left, width } = plot.bbox;
    for (const line of this.#lines) {
      const last = line.x.length - 1;
      if (line.live && last >= 0) disc(context, px(line.x[last] as number), py(line.y[last] as number), 2.6 * dpr, line.color);
      else if (last === 0) disc(context, px(line.x[0] as number), py(line.y[0] as number), 3 * dpr, line.color);
      if (this.#lines.length > 60) continue;
      for (const { at, from } of breaks(line)) {
        const x = px(line.x[at] as number);
        if (x < left || x > left + width) continue;
        const bottom = from >= 0 ? py((line.y[from] ?? NaN) as number) : NaN;
        paintBreak(context, x, top + 5 * dpr, bottom, dpr, line.color, theme.bad);
      }
    }
  }

  #paintLabels(context: CanvasRenderingContext2D, plot: uPlot, py: Project, theme: ChartTheme): void {
    const dpr = uPlot.pxRatio;
    const right = plot.bbox.left + plot.bbox.width;
    const gap = 13 * dpr;
    const ends = this.#lines
      .map((line) => ({ line, y: py(line.y[visibleSpan(line.x, this.xRange)[1] - 1] ?? NaN) }))
      .filter((end) => Number.isFinite(end.y))
      .sort((a, b) => a.y - b.y);
    if (ends.length * gap > plot.bbox.height) return;
    const places = spread(ends.map((end) => end.y), gap, plot.bbox.top, plot.bbox.top + plot.bbox.height);
    context.font = theme.font.replace('10.5px', `${String(10.5 * dpr)}px`);
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    ends.forEach(({ line, y }, i) => {
      const place = places[i] as number;
      context.strokeStyle = line.color;
      context.lineWidth = dpr;
      context.beginPath();
      context.moveTo(right + 3 * dpr, y);
      context.lineTo(right + 9 * dpr, place);
      context.stroke();
      context.fillStyle = theme.ink;
      context.fillText(fitText(context, line.label, (LABEL_ROOM - 14) * dpr), right + 12 * dpr, place);
    });
  }

  #paintHighlight(context: CanvasRenderingContext2D, line: ChartLine, px: Project, py: Project, dpr: number): void {
    const span = visibleSpan(line.x, this.xRange);
    const theme = chartTheme();
    context.globalAlpha = 1;
    context.strokeStyle = theme.surface;
    context.lineWidth = 4 * dpr;
    strokeColumn(context, line.x, line.y, span, px, py);
    context.strokeStyle = line.color;
    if (line.raw && this.#options?.showRaw) {
      context.globalAlpha = theme.rawAlpha * 1.2;
      context.lineWidth = dpr;
      strokeColumn(context, line.x, line.raw, span, px, py);
      context.globalAlpha = 1;
    }
    context.lineWidth = 2 * dpr;
    context.setLineDash(line.dash.map((length) => length * dpr));
    strokeColumn(context, line.x, line.y, span, px, py);
    context.setLineDash([]);
  }

  #paintDot(context: CanvasRenderingContext2D, line: ChartLine, x: number, px: Project, py: Project, dpr: number): void {
    const i = nearestIndex(line.x, x);
    if (i < 0 || !Number.isFinite(line.y[i]) || x > (line.x[line.x.length - 1] as number)) return;
    const left = px(line.x[i] as number);
    const top = py(line.y[i] as number);
    disc(context, left, top, 3.6 * dpr, chartTheme().surface);
    disc(context, left, top, 2.6 * dpr, line.color);
  }

  #fitOverlay(): number {
    const dpr = uPlot.pxRatio;
    const { width, height } = this.box;
    const wide = Math.round(width * dpr);
    const high = Math.round(height * dpr);
    if (this.#overlay.width !== wide || this.#overlay.height !== high) {
      this.#overlay.width = wide;
      this.#overlay.height = high;
    }
    return dpr;
  }
}

function smallestPositive(lines: readonly ChartLine[]): number {
  let smallest = Infinity;
  for (const { x } of lines) for (const value of x) if (value > 0 && value < smallest) smallest = value;
  return Number.isFinite(smallest) ? smallest : 1;
}
