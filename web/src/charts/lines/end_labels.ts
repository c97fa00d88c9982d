// Names at the right end of lines, moved apart, joined to their line by a leader in its color.
import type { PlotBox } from './annotations.ts';
import type { Range } from './extent.ts';
import { visibleSpan, type ChartLine, type Project } from './lines.ts';
import { fitText, spread } from './marks.ts';
import type { ChartTheme } from '../base/theme.ts';

/** How much room at the right of the plot they take. */
export const LABEL_ROOM_PX = 112;
const GAP_PX = 13;

export function paintEndLabels(
  context: CanvasRenderingContext2D,
  box: PlotBox,
  lines: readonly ChartLine[],
  xRange: Range,
  py: Project,
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
    context.fillText(fitText(context, line.label, (LABEL_ROOM_PX - 14) * dpr), right + 12 * dpr, place);
  });
}
