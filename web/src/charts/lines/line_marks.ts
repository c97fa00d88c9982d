// Marks on lines: a dot at the end of a live line or on a single point, and breaks where values are NaN.
import { breaks, type ChartLine } from './lines.ts';
import { disc, paintBreak } from './marks.ts';
import type { Box, Projections } from './projections.ts';

/** With more lines, breaks would cover the plot. */
export const MAX_LINES_WITH_BREAKS = 60;

/** How far below the top of the plot the diamond of a break is. */
export const BREAK_TOP_PX = 5;

export function paintLineMarks(
  context: CanvasRenderingContext2D,
  { left, top, width }: Box,
  lines: readonly ChartLine[],
  projections: Projections,
  dpr: number,
  bad: string,
): void {
  for (const line of lines) {
    const px = projections.x;
    const py = line.right ? projections.right : projections.left;
    const last = line.x.length - 1;
    const radius_px = line.live ? 2.6 : 3;
    if (last === 0 || (line.live && last > 0))
      disc(context, px(line.x[last] as number), py(line.y[last] as number), radius_px * dpr, line.color);
    if (lines.length > MAX_LINES_WITH_BREAKS) continue;
    for (const { at, from } of breaks(line)) {
      const x = px(line.x[at] as number);
      if (x < left || x > left + width) continue;
      const bottom = from >= 0 ? py((line.y[from] ?? NaN) as number) : NaN;
      paintBreak(context, x, top + BREAK_TOP_PX * dpr, bottom, dpr, line.color, bad);
    }
  }
}
