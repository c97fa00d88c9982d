// Thresholds and step marks: named lines across a plot, above all lines and in a color of their own.
import type { Project } from './lines.ts';
import type { StepMark, Threshold } from './options.ts';
import type { ChartTheme } from '../base/theme.ts';

export interface PlotBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

const TEXT_GAP_PX = 4;
const ROW_PX = 13;

export function paintThresholds(
  context: CanvasRenderingContext2D,
  box: PlotBox,
  thresholds: readonly Threshold[],
  py: Project,
  dpr: number,
  theme: ChartTheme,
): void {
  prepare(context, dpr, theme);
  for (const { y, text } of thresholds) {
    const top = Math.round(py(y)) + 0.5;
    if (!(top >= box.top && top <= box.top + box.height)) continue;
    context.strokeStyle = theme.ink2;
    context.setLineDash(text === '' ? [] : [4 * dpr, 3 * dpr]);
    stroke(context, box.left, top, box.left + box.width, top);
    context.textAlign = 'left';
    label(context, text, box.left + TEXT_GAP_PX * dpr, top - TEXT_GAP_PX * dpr, theme);
  }
  context.setLineDash([]);
}

export function paintStepMarks(
  context: CanvasRenderingContext2D,
  box: PlotBox,
  marks: readonly StepMark[],
  px: Project,
  dpr: number,
  theme: ChartTheme,
): void {
  prepare(context, dpr, theme);
  context.setLineDash([2 * dpr, 3 * dpr]);
  const rows = new LabelRows();
  for (const { x, text, color } of [...marks].sort((a, b) => a.x - b.x)) {
    const left = Math.round(px(x)) + 0.5;
    if (!(left >= box.left && left <= box.left + box.width)) continue;
    context.strokeStyle = color ?? theme.label;
    stroke(context, left, box.top, left, box.top + box.height);
    const room = box.left + box.width - left;
    const wide = context.measureText(text).width + 2 * TEXT_GAP_PX * dpr;
    const fits = wide <= room;
    const row = rows.place(fits ? left : left - wide, wide);
    context.textAlign = fits ? 'left' : 'right';
    const baseline = box.top + (10 + row * ROW_PX) * dpr;
    label(context, text, left + (fits ? 1 : -1) * TEXT_GAP_PX * dpr, baseline, theme);
  }
  context.setLineDash([]);
}

/** Rows for labels that come from left to right: each takes the first row where it covers no other. */
export class LabelRows {
  #ends: number[] = [];

  place(from: number, width: number): number {
    const free = this.#ends.findIndex((end) => end <= from);
    const row = free >= 0 ? free : this.#ends.length;
    this.#ends[row] = from + width;
    return row;
  }
}

function prepare(context: CanvasRenderingContext2D, dpr: number, theme: ChartTheme): void {
  context.font = theme.font.replace('10.5px', `${String(10.5 * dpr)}px`);
  context.textBaseline = 'alphabetic';
  context.lineWidth = dpr;
  context.globalAlpha = 1;
}

function stroke(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

/** With a rim in the surface's color, so that lines behind it do not cross the letters. */
function label(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  theme: ChartTheme,
): void {
  if (text === '') return;
  const dash = context.getLineDash();
  const width = context.lineWidth;
  context.setLineDash([]);
  context.strokeStyle = theme.surface;
  context.lineWidth = 3 * width;
  context.lineJoin = 'round';
  context.strokeText(text, x, y);
  context.fillStyle = theme.ink2;
  context.fillText(text, x, y);
  context.lineWidth = width;
  context.setLineDash(dash);
}
