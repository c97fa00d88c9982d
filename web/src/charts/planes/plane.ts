// A plot area on a canvas: its place, and the axes around it.
import type { Range } from '../lines/extent.ts';
import { formatTicks } from '../base/format.ts';
import type { Project } from '../lines/lines.ts';
import { niceTicks } from '../base/nice_ticks.ts';
import type { ChartTheme } from '../base/theme.ts';
import { xTicks, type XKind } from '../base/ticks.ts';

/** In CSS pixels of the canvas. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Tick {
  at_px: number;
  text: string;
}

export function valueTicks(range: Range, project: Project, about: number): Tick[] {
  const values = ticksOf(range, about);
  const texts = formatTicks(values);
  return values.map((value, i) => ({ at_px: project(value), text: texts[i] ?? '' }));
}

export function depthTicks(range: Range, kind: XKind, project: Project, about: number): Tick[] {
  const values = ticksOf(range, about);
  const texts = xTicks(values, kind, range, false);
  return values.map((value, i) => ({ at_px: project(value), text: texts[i] ?? '' }));
}

/** One tick alone says nothing about the scale. */
function ticksOf([low, high]: Range, about: number): number[] {
  const values = niceTicks(low, high, about);
  return values.length > 1 ? values : niceTicks(low, high, about * 3);
}

export function paintBottom(
  context: CanvasRenderingContext2D,
  box: Box,
  ticks: readonly Tick[],
  theme: ChartTheme,
  grid: boolean,
): void {
  words(context, theme);
  for (const { at_px, text } of ticks) {
    if (grid) upright(context, at_px, box.top, box.bottom, theme.grid);
    const half = context.measureText(text).width / 2;
    context.textAlign = 'center';
    context.fillText(text, Math.max(half, Math.min(at_px, box.right + 40 - half)), box.bottom + 13);
  }
}

export function paintLeft(
  context: CanvasRenderingContext2D,
  box: Box,
  ticks: readonly Tick[],
  theme: ChartTheme,
  grid: boolean,
): void {
  words(context, theme);
  context.textAlign = 'right';
  for (const { at_px, text } of ticks) {
    if (grid) {
      context.fillStyle = theme.grid;
      context.fillRect(box.left, Math.round(at_px), box.right - box.left, 1);
      context.fillStyle = theme.label;
    }
    context.fillText(text, box.left - 6, at_px + 3.5);
  }
}

export function upright(
  context: CanvasRenderingContext2D,
  x: number,
  top: number,
  bottom: number,
  color: string,
): void {
  const before = context.fillStyle;
  context.fillStyle = color;
  context.fillRect(Math.round(x), top, 1, bottom - top);
  context.fillStyle = before;
}

/** The mark of the current step: a label in inverted colors. */
export function paintFlag(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  text: string,
  theme: ChartTheme,
): void {
  words(context, theme);
  const width = context.measureText(text).width + 10;
  context.fillStyle = theme.ink;
  context.beginPath();
  context.roundRect(x, y - 8, width, 15, 3);
  context.fill();
  context.fillStyle = theme.surface;
  context.textAlign = 'left';
  context.fillText(text, x + 5, y + 3.5);
}

export function words(context: CanvasRenderingContext2D, theme: ChartTheme): void {
  context.font = theme.font;
  context.fillStyle = theme.label;
  context.textBaseline = 'alphabetic';
}

/** A range of some size, also where all values are one or none is there. */
export function wide(range: Range | null): Range {
  if (!range) return [0, 1];
  const [low, high] = range;
  return low < high ? range : [low - (Math.abs(low) || 1) * 0.5, high + (Math.abs(high) || 1) * 0.5];
}
