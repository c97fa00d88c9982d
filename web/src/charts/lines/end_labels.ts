// Names at the right end of lines, moved apart, joined to their line by a leader in its color.
import type { PlotBox } from './annotations.ts';
import type { Range } from './extent.ts';
import { visibleSpan, type ChartLine, type Project } from './lines.ts';
import { fitText, spread } from './marks.ts';
import type { ChartTheme } from '../base/theme.ts';

/** What they leave of the width to the plot, and the room beside their text. */
const MOST_SHARE = 0.34;
const BESIDE_PX = 18;
/** Rooms come in steps, so that a new name does not shift the plot by a pixel. */
const ROOM_STEP_PX = 8;
const GAP_PX = 13;

/** How much room at the right of the plot the labels take: as much as the longest needs, within bounds. */
export function labelRoom(
  lines: readonly Pick<ChartLine, 'label'>[],
  width_px: number,
  measure_px: (text: string) => number,
): number {
  const longest = lines.reduce((most, line) => Math.max(most, measure_px(line.label)), 0) + BESIDE_PX;
  const room = Math.min(longest, width_px * MOST_SHARE);
  return Math.ceil(room / ROOM_STEP_PX) * ROOM_STEP_PX;
}

export function paintEndLabels(
  context: CanvasRenderingContext2D,
  box: PlotBox,
  lines: readonly ChartLine[],
  xRange: Range,
  py: Project,
  room_px: number,
  dpr: number,
  theme: ChartTheme,
): void {
  const right = box.left + box.width;
  const gap = GAP_PX * dpr;
  const ends = lines
    .map((line) => ({ line, y: py(line.y[visibleSpan(line.x, xRange)[1] - 1] ?? NaN) }))
    .filter((end) => Number.isFinite(end.y))
    .sort((a, b) => a.y - b.y);
  if (ends.length * gap > box.height) return;
  const places = spread(
    ends.map((end) => end.y),
    gap,
    box.top,
    box.top + box.height,
  );
  context.font = theme.font.replace('10.5px', `${String(10.5 * dpr)}px`);
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.lineWidth = dpr;
  ends.forEach(({ line, y }, i) => {
    const place = places[i] as number;
    context.strokeStyle = line.color;
    context.beginPath();
    context.moveTo(right + 3 * dpr, y);
    context.lineTo(right + 9 * dpr, place);
    context.stroke();
    context.fillStyle = theme.ink;
    const text = fitText(context, line.label, (room_px - 14) * dpr, line.spare);
    context.fillText(text, right + 12 * dpr, place);
  });
}
