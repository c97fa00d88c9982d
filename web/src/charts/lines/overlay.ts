// The layer above a plot: the line under the pointer, the members of its group, and dots at the crosshair.
import type { Range } from './extent.ts';
import { strokeColumn, visibleSpan, type ChartLine } from './lines.ts';
import { disc } from './marks.ts';
import { nearestIndex } from './nearest.ts';
import { orderOf } from './order.ts';
import type { Projections } from './projections.ts';
import type { ChartTheme } from '../base/theme.ts';

/** With more lines, only the one pointed at has a dot. */
const DOTTED_LINES = 40;
/** With more lines, a rim around the lifted one would paint over the others. */
const RIMMED_LINES = 12;
/** How much of the surface lies over the other lines while one is lifted. */
const DIM_ALPHA = 0.7;

export interface OverlayScene {
  projections: Projections;
  xRange: Range;
  theme: ChartTheme;
  dpr: number;
  showRaw: boolean;
  lines: readonly ChartLine[];
  /** The line to lift, and where the crosshair stands. */
  lifted: ChartLine | null;
  /** Lines of the runs that the lifted one stands for. */
  members: readonly ChartLine[];
  x: number | null;
}

export class Overlay {
  readonly canvas = document.createElement('canvas');

  constructor() {
    this.canvas.className = 'overlay';
  }

  paint(scene: OverlayScene, width_px: number, height_px: number): void {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    this.#fit(Math.round(width_px * scene.dpr), Math.round(height_px * scene.dpr));
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.lineJoin = 'round';
    const isDimmed = scene.lifted !== null && dimsOthers(scene.lines.length, scene.lifted, width_px);
    if (isDimmed) this.#dim(context, scene.theme);
    for (const member of scene.members) paintMember(context, member, scene);
    if (scene.lifted) paintLifted(context, scene.lifted, scene, !isDimmed);
    if (scene.x === null) return;
    const dotted = scene.lines.length <= DOTTED_LINES ? scene.lines : scene.lifted ? [scene.lifted] : [];
    for (const line of dotted) paintDot(context, line, scene.x, scene);
  }

  #dim(context: CanvasRenderingContext2D, theme: ChartTheme): void {
    context.globalAlpha = DIM_ALPHA;
    context.fillStyle = theme.surface;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    context.globalAlpha = 1;
  }

  #fit(width: number, height: number): void {
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
  }
}

/** Whether lifting a line dims the others: a rim around a jagged line denser than pixels, or among many, would hide them. */
export function dimsOthers(
  nLines: number,
  { x, raw }: { x: { length: number }; raw: object | null },
  width_px: number,
): boolean {
  return nLines > RIMMED_LINES || (raw === null && x.length > width_px);
}

function paintMember(
  context: CanvasRenderingContext2D,
  line: ChartLine,
  { projections, xRange, dpr }: OverlayScene,
): void {
  context.globalAlpha = 0.55;
  context.strokeStyle = line.color;
  context.lineWidth = dpr;
  strokeColumn(
    context,
    line.x,
    line.y,
    visibleSpan(line.x, xRange),
    projections.x,
    line.right ? projections.right : projections.left,
  );
  context.globalAlpha = 1;
}

function paintLifted(
  context: CanvasRenderingContext2D,
  line: ChartLine,
  { projections, xRange, dpr, theme, showRaw }: OverlayScene,
  hasRim: boolean,
): void {
  const span = visibleSpan(line.x, xRange);
  const py = line.right ? projections.right : projections.left;
  context.globalAlpha = 1;
  if (hasRim) {
    context.strokeStyle = theme.surface;
    context.lineWidth = 4 * dpr;
    strokeColumn(context, line.x, line.y, span, projections.x, py);
  }
  context.strokeStyle = line.color;
  // Denser than pixels it would cover the other lines.
  if (line.raw && showRaw && line.x.length <= projections.x(xRange[1]) / dpr) {
    context.globalAlpha = theme.rawAlpha * 0.8;
    context.lineWidth = dpr;
    strokeColumn(context, line.x, line.raw, span, projections.x, py);
    context.globalAlpha = 1;
  }
  context.lineWidth = 2 * dpr;
  context.setLineDash(line.dash.map((length) => length * dpr));
  strokeColumn(context, line.x, line.y, span, projections.x, py);
  context.setLineDash([]);
}

function paintDot(
  context: CanvasRenderingContext2D,
  line: ChartLine,
  x: number,
  { projections, dpr, theme }: OverlayScene,
): void {
  const i = nearestIndex(line.x, x);
  if (i < 0 || !Number.isFinite(line.y[i]) || x > orderOf(line.x).max) return;
  const left = projections.x(line.x[i] as number);
  const top = (line.right ? projections.right : projections.left)(line.y[i] as number);
  disc(context, left, top, 3.6 * dpr, theme.surface);
  disc(context, left, top, 2.6 * dpr, line.color);
}
