// A card's points as they go into files.
import type { CsvCell } from '../../../data/files.ts';
import type { Line } from '../../../data/frames.ts';

export interface NamedLine {
  name: string;
  line: Line;
}

export const POINT_COLUMNS = ['run', 'tag', 'step', 'wall_time', 'value', 'smoothed'] as const;

export function* pointRows(lines: readonly NamedLine[]): Generator<CsvCell[]> {
  for (const { name, line } of lines) {
    for (const [i, step] of line.steps.entries())
      yield [name, line.tag, step, line.walls[i], line.values[i], line.smoothed?.[i]];
  }
}

export function pointLists(lines: readonly NamedLine[]): unknown[] {
  return lines.map(({ name, line: { tag, total, steps, walls, values, smoothed } }) => ({
    run: name,
    tag,
    total,
    step: steps,
    wall_time: walls,
    value: values,
    ...(smoothed ? { smoothed } : {}),
  }));
}
