// What a line chart paints into its plot: lines, thresholds, marks and labels; many points in slices of time.
import uPlot from 'uplot';
import { chartTheme } from '../base/theme.ts';
import { SlowPicture } from '../scatter/slow_picture.ts';
import { paintStepMarks, paintThresholds } from './annotations.ts';
import { paintEndLabels } from './end_labels.ts';
import type { ChartLine } from './lines.ts';
import { paintLineMarks } from './line_marks.ts';
import type { ChartOptions } from './options.ts';
import { Painter } from './painter.ts';
import { plotData } from './plot_options.ts';
import { projectionsOf, type Projections } from './projections.ts';
import type { Ranges } from './ranges.ts';

export interface Painted {
  lines: readonly ChartLine[];
  options: ChartOptions;
  ranges: Ranges;
  labelRoom_px: number;
}

/** More points than this are painted in slices. */
const HEAVY_POINTS = 6_000;

export class PlotPainting {
  readonly #picture = new SlowPicture();

  /** `painted` is what the chart shows now; null: nothing yet. */
  constructor(readonly painted: () => Painted | null) {}

  /** Forget the picture: it is of another size. */
  drop(): void {
    this.#picture.drop();
  }

  /** The lines changed: paint them, over an old picture only when the new one is whole. */
  repaint(plot: uPlot): void {
    this.#picture.stop();
    const painted = this.painted();
    if (!painted) return;
    if (this.#picture.canvas && isHeavy(painted.lines)) this.#paintSlowly(plot, painted);
    else plot.setData(plotData(painted.ranges));
  }

  /** Paint into the plot, which uPlot has cleared. */
  paint(plot: uPlot): void {
    const painted = this.painted();
    const { ctx: context, bbox } = plot;
    if (!painted || bbox.width <= 0) return;
    const { lines, options, ranges } = painted;
    const [dpr, theme] = [uPlot.pxRatio, chartTheme()];
    const projections = projectionsOf(ranges, options, bbox);
    context.save();
    context.beginPath();
    context.rect(bbox.left, bbox.top - 1, bbox.width + 3 * dpr, bbox.height + 2);
    context.clip();
    if (isHeavy(lines)) this.#showPicture(plot, painted);
    else painterOf(context, projections, painted).paint();
    context.restore();
    paintThresholds(context, bbox, options.thresholds ?? [], projections.left, dpr, theme);
    paintStepMarks(context, bbox, options.marks ?? [], projections.x, dpr, theme);
    paintLineMarks(context, bbox, lines, projections, dpr, theme.bad);
    if (options.endLabels)
      paintEndLabels(context, bbox, lines, ranges.x, projections.left, painted.labelRoom_px, dpr, theme);
  }

  #showPicture(plot: uPlot, painted: Painted): void {
    if (this.#picture.canvas) plot.ctx.drawImage(this.#picture.canvas, 0, 0);
    const isCurrent = this.#picture.madeFor === placeOf(plot, painted.ranges);
    if (!isCurrent && !this.#picture.isPainting) this.#paintSlowly(plot, painted);
  }

  #paintSlowly(plot: uPlot, painted: Painted): void {
    const projections = projectionsOf(painted.ranges, painted.options, plot.bbox);
    this.#picture.begin(
      placeOf(plot, painted.ranges),
      plot.ctx.canvas,
      (context) => painterOf(context, projections, painted),
      (done) => {
        // Labels may have become wider and moved the plot; then it paints itself once more.
        if (done) plot.setData(plotData(painted.ranges));
        else plot.redraw(false, false);
      },
    );
  }
}

function isHeavy(lines: readonly ChartLine[]): boolean {
  return lines.reduce((sum, line) => sum + line.x.length, 0) > HEAVY_POINTS;
}

function painterOf(
  context: CanvasRenderingContext2D,
  projections: Projections,
  { lines, options, ranges }: Painted,
): Painter {
  return new Painter(context, lines, projections, {
    xRange: ranges.x,
    dpr: uPlot.pxRatio,
    theme: chartTheme(),
    showRaw: options.showRaw,
  });
}

/** Where a picture fits: in this place of the canvas, for these ranges. */
function placeOf({ bbox }: uPlot, { x, left, right }: Ranges): string {
  return [bbox.left, bbox.top, bbox.width, bbox.height, ...x, ...left, ...(right ?? [])].join();
}
