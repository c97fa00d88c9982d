// The points of a mesh as a person reads them: name, logged place, coordinates, color.
import { formatCount, formatValue } from '../../charts/base/format.ts';
import type { Geometry } from './geometry.ts';

/** More names than this would cover the mesh; the pointer still reads each of them. */
const MOST_LABELS = 80;

type Points = Pick<Geometry, 'positions' | 'colors' | 'indices'>;

/** The place that a drawn point has among those logged. */
export function loggedIndex({ indices }: Pick<Geometry, 'indices'>, point: number): number {
  return indices[point] ?? point;
}

/** Points with a name; none of them where there are too many to write beside the mesh. */
export function labeledPoints(
  geometry: Points,
  labels: readonly string[],
): { point: number; name: string }[] {
  if (labels.length === 0) return [];
  const named: { point: number; name: string }[] = [];
  for (let point = 0; point * 3 < geometry.positions.length; point += 1) {
    const name = labels[loggedIndex(geometry, point)];
    if (name) named.push({ point, name });
    if (named.length > MOST_LABELS) return [];
  }
  return named;
}

export interface PointFacts {
  /** "left eye", or "vertex 12" for one without a name. */
  title: string;
  rows: readonly (readonly [string, string])[];
  /** As CSS has it; null where none was logged. */
  color: string | null;
}

export function pointFacts(geometry: Points, labels: readonly string[], point: number): PointFacts {
  const index = loggedIndex(geometry, point);
  const vertex = `vertex ${formatCount(index)}`;
  const name = labels[index];
  const coordinate = (axis: number): string => formatValue(geometry.positions[point * 3 + axis] ?? NaN);
  const color =
    geometry.colors.length === geometry.positions.length
      ? [...geometry.colors.subarray(point * 3, point * 3 + 3)]
      : null;
  return {
    title: name || vertex,
    rows: [
      ...(name ? [['index', formatCount(index)] as const] : []),
      ['x', coordinate(0)],
      ['y', coordinate(1)],
      ['z', coordinate(2)],
      ...(color ? [['color', color.join(', ')] as const] : []),
    ],
    color: color && `rgb(${color.join(' ')})`,
  };
}
