// From values to pixels of a plot, for the axis of x and the two of y.
import { projection, type Project } from './lines.ts';
import type { ChartOptions } from './options.ts';
import type { Ranges } from './ranges.ts';

export interface Projections {
  x: Project;
  left: Project;
  right: Project;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function projectionsOf(
  { x, left, right }: Ranges,
  { xScale, yScale }: Pick<ChartOptions, 'xScale' | 'yScale'>,
  box: Box,
): Projections {
  const bottom = box.top + box.height;
  return {
    x: projection(xScale, x, box.left, box.left + box.width),
    left: projection(yScale, left, bottom, box.top),
    right: projection(yScale, right ?? left, bottom, box.top),
  };
}
