// Paints lines onto a canvas, all at once or in slices of time: first bands and raw values, then the lines.
import type { Range } from './extent.ts';
import { fillBand, rawAlpha, strokeColumn, visibleSpan, type ChartLine } from './lines.ts';
import { orderOf } from './order.ts';
import type { Projections } from './projections.ts';
import { fillSpreads, isDense, SPREAD_SHARE, spreads } from './spread.ts';
import type { ChartTheme } from '../base/theme.ts';

/** More lines than this are thin and plainly joined. */
const MANY_LINES = 24;
/** Among more lines dashes cannot be distinguished, and they cost several times as much. */
const DASHED_LINES = 150;
/** A raw line fainter than this is invisible. */
const UNSEEN_ALPHA = 0.015;

/** So many points are painted between reads of the clock, which cost some time. */
const POINTS_PER_CHECK = 2_000;

export class Painter {
  #next = 0;
  #points = 0;
  readonly #lines: readonly ChartLine[];
  readonly #behindLines: readonly ChartLine[];
  readonly #many: boolean;
  readonly #faint: number;

  constructor(
    readonly context: CanvasRenderingContext2D,
    lines: readonly ChartLine[],
    readonly projections: Projections,
    readonly look: { xRange: Range; dpr: number; theme: ChartTheme; showRaw: boolean },
  ) {
    this.#lines = [...lines.filter((line) => !line.baseline), ...lines.filter((line) => line.baseline)];
    this.#many = lines.length > MANY_LINES;
    this.#faint = look.showRaw ? rawAlpha(look.theme.rawAlpha, lines.length) : 0;
    this.#behindLines = this.#lines.filter((line) => line.band || (line.raw && this.#faint > UNSEEN_ALPHA));
  }

  /** Paint until all is done or the time is up; returns whether all is done. */
  paint(deadline_ms = Infinity): boolean {
    const { context } = this;
    const nBehind = this.#behindLines.length;
    context.lineJoin = this.#many ? 'bevel' : 'round';
    context.lineCap = this.#many ? 'butt' : 'round';
    // All raw lines and bands first, so that no faint line covers a main one.
    for (; this.#next < nBehind + this.#lines.length; this.#next += 1) {
      const line = (
        this.#next < nBehind ? this.#behindLines[this.#next] : this.#lines[this.#next - nBehind]
      ) as ChartLine;
      if (this.#isLate(line.x.length, deadline_ms)) return false;
      context.strokeStyle = context.fillStyle = line.color;
      if (this.#next < nBehind) this.#behind(line);
      else this.#main(line);
    }
    context.globalAlpha = 1;
    return true;
  }

  #isLate(nPoints: number, deadline_ms: number): boolean {
    this.#points += nPoints;
    if (!Number.isFinite(deadline_ms) || this.#points < POINTS_PER_CHECK) return false;
    this.#points = 0;
    // Canvas only notes what to draw; reading a pixel makes it draw now, so that the time is known.
    this.context.getImageData(0, 0, 1, 1);
    return performance.now() > deadline_ms;
  }

  #behind(line: ChartLine): void {
    const { context, projections, look } = this;
    const span = visibleSpan(line.x, look.xRange);
    const py = line.right ? projections.right : projections.left;
    if (line.band) {
      context.globalAlpha = look.theme.bandAlpha;
      fillBand(context, line.x, line.band.low, line.band.high, span, projections.x, py);
    }
    if (line.raw && this.#faint > UNSEEN_ALPHA) {
      context.globalAlpha = this.#faint;
      if (this.#isDense(span) && orderOf(line.x).rises) {
        context.globalAlpha = this.#faint * SPREAD_SHARE;
        fillSpreads(context, spreads(line.x, line.raw, span, projections.x, py));
      } else {
        context.lineWidth = look.dpr;
        strokeColumn(context, line.x, line.raw, span, projections.x, py);
      }
    }
  }

  #isDense(span: readonly [number, number]): boolean {
    const [low, high] = this.look.xRange;
    const width_px = Math.abs(this.projections.x(high) - this.projections.x(low)) / this.look.dpr;
    return isDense(span, width_px);
  }

  #main(line: ChartLine): void {
    const { context, projections, look } = this;
    const span = visibleSpan(line.x, look.xRange);
    // A smoothed line is calm however dense its points are.
    const isThin = this.#many || (line.raw === null && this.#isDense(span));
    context.globalAlpha = isThin ? 0.8 : 1;
    context.lineWidth = (isThin ? 1 : 1.4) * look.dpr;
    if (this.#lines.length <= DASHED_LINES) context.setLineDash(line.dash.map((length) => length * look.dpr));
    strokeColumn(
      context,
      line.x,
      line.y,
      span,
      projections.x,
      line.right ? projections.right : projections.left,
    );
    context.setLineDash([]);
  }
}
