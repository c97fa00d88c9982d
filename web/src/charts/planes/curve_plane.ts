// Curves in the unit square: axes, lines, a point marked on each; for PR and ROC curves.
import type { Range } from '../lines/extent.ts';
import { formatTicks } from '../base/format.ts';
import { projection, type Project } from '../lines/lines.ts';
import type { ChartTheme } from '../base/theme.ts';

export interface PlaneLine {
  key: string;
  color: string;
  dash: readonly number[];
  x: Float64Array;
  y: Float64Array;
  /** The point of the current threshold. */
  mark: readonly [number, number] | null;
}

export interface PlaneOptions {
  x: Range;
  y: Range;
  titles: { x: string; y: string };
  /** The line of a classifier that guesses. */
  diagonal: boolean;
  /** Hold the first point level down to x = 0, faintly: that stretch is no measurement. */
  level: boolean;
  nearest: string | null;
}

export interface PlaneBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

const MANY = 30;

export function planeBox(width: number, height: number): PlaneBox {
  return { left: 38, top: 22, width: Math.max(10, width - 38 - 12), height: Math.max(10, height - 22 - 22) };
}

export function projections(box: PlaneBox, x: Range, y: Range): { px: Project; py: Project } {
  return {
    px: projection('linear', x, box.left, box.left + box.width),
    py: projection('linear', y, box.top + box.height, box.top),
  };
}

export function drawPlane(
  context: CanvasRenderingContext2D,
  box: PlaneBox,
  lines: readonly PlaneLine[],
  options: PlaneOptions,
  theme: ChartTheme,
): void {
  const { px, py } = projections(box, options.x, options.y);
  drawAxes(context, box, options, theme, px, py);
  context.save();
  context.beginPath();
  // A little beyond the plot, so that points at 0 and 1 are whole.
  context.rect(box.left - 4, box.top - 4, box.width + 8, box.height + 8);
  context.clip();
  context.lineJoin = 'round';
  if (options.diagonal)
    stroke(
      context,
      [
        [0, 0],
        [1, 1],
      ],
      px,
      py,
      { color: theme.axis, dash: [4, 3], width: 1 },
    );
  const order = [...lines].sort(
    (a, b) => Number(a.key === options.nearest) - Number(b.key === options.nearest),
  );
  for (const line of order) drawLine(context, line, options, px, py, lines.length);
  for (const line of order)
    if (line.mark)
      dot(
        context,
        px(line.mark[0]),
        py(line.mark[1]),
        line.key === options.nearest ? 4.5 : 3.2,
        line.color,
        theme.surface,
      );
  context.restore();
}

function drawAxes(
  context: CanvasRenderingContext2D,
  box: PlaneBox,
  options: PlaneOptions,
  theme: ChartTheme,
  px: Project,
  py: Project,
): void {
  context.font = theme.font;
  context.lineWidth = 1;
  context.fillStyle = theme.label;
  const bottom = box.top + box.height;
  const yTicks = ticksOf(options.y, box.height / 44);
  const yText = formatTicks(yTicks);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  yTicks.forEach((tick, i) => {
    const y = Math.round(py(tick)) + 0.5;
    context.strokeStyle = tick === options.y[0] ? theme.axis : theme.grid;
    line(context, box.left, y, box.left + box.width, y);
    context.fillText(yText[i] ?? '', box.left - 6, y);
  });
  context.strokeStyle = theme.axis;
  line(context, box.left, Math.round(bottom) + 0.5, box.left + box.width, Math.round(bottom) + 0.5);
  const xTicks = ticksOf(options.x, box.width / 64);
  const xText = formatTicks(xTicks);
  context.textBaseline = 'top';
  context.textAlign = 'center';
  xTicks.forEach((tick, i) => context.fillText(xText[i] ?? '', px(tick), bottom + 7));
  drawTitles(context, box, options, theme);
}

/** What is up stands above its axis; what is right inside the plot at its lower right, where few curves go. */
function drawTitles(
  context: CanvasRenderingContext2D,
  box: PlaneBox,
  options: PlaneOptions,
  theme: ChartTheme,
): void {
  context.fillStyle = theme.label;
  context.textBaseline = 'bottom';
  context.textAlign = 'right';
  context.fillText(`${options.titles.x} →`, box.left + box.width - 2, box.top + box.height - 4);
  context.textAlign = 'left';
  context.textBaseline = 'top';
  context.fillText(`↑ ${options.titles.y}`, 10, 2);
}

function drawLine(
  context: CanvasRenderingContext2D,
  one: PlaneLine,
  options: PlaneOptions,
  px: Project,
  py: Project,
  n: number,
): void {
  const isNearest = one.key === options.nearest;
  const alpha = n > MANY && !isNearest ? 0.55 : 1;
  const look = { color: one.color, dash: one.dash, width: isNearest ? 2 : 1.4, alpha };
  const first = one.x.length > 0 ? ([one.x[0], one.y[0]] as [number, number]) : null;
  if (first && options.level && one.x.length > 1)
    stroke(context, [[0, first[1]], first], px, py, { ...look, dash: [1, 3], alpha: alpha * 0.6 });
  if (first && one.x.length === 1) dot(context, px(first[0]), py(first[1]), 3.2, one.color, one.color);
  stroke(
    context,
    Array.from(one.x, (x, i) => [x, one.y[i] as number] as const),
    px,
    py,
    look,
  );
}

function stroke(
  context: CanvasRenderingContext2D,
  points: readonly (readonly [number, number])[],
  px: Project,
  py: Project,
  look: { color: string; dash: readonly number[]; width: number; alpha?: number },
): void {
  context.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(px(x), py(y)) : context.lineTo(px(x), py(y))));
  context.globalAlpha = look.alpha ?? 1;
  context.strokeStyle = look.color;
  context.lineWidth = look.width;
  context.setLineDash([...look.dash]);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function dot(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  fill: string,
  ring: string,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = ring;
  context.lineWidth = 1.5;
  context.stroke();
}

function line(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

/** Round numbers in the range, its ends among them where they are round. */
export function ticksOf([low, high]: Range, about: number): number[] {
  const rough = (high - low) / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough * (1 - 1e-9)) ?? 10 * power;
  const ticks: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i += 1)
    ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

/** The line and point nearest to a place in pixels; null where none is within reach. */
export function nearestPoint(
  lines: readonly PlaneLine[],
  at: { x: number; y: number },
  px: Project,
  py: Project,
  reach_px = 80,
): { key: string; point: number } | null {
  let best: { key: string; point: number } | null = null;
  let distance = reach_px ** 2;
  for (const one of lines) {
    for (let i = 0; i < one.x.length; i += 1) {
      const away = (px(one.x[i] as number) - at.x) ** 2 + (py(one.y[i] as number) - at.y) ** 2;
      if (away >= distance) continue;
      distance = away;
      best = { key: one.key, point: i };
    }
  }
  return best;
}
