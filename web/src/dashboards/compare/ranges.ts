// What one tag does between two steps, a row per compared column; a group's figures are the means of its runs'.
import type { Span } from '../../data/summaries.ts';
import { direction } from '../../public/runs/direction.ts';
import type { ComparedColumn } from './columns.ts';

type RangeFigure = 'start' | 'end' | 'min' | 'max';

export type RangeRow = { column: ComparedColumn } & Record<RangeFigure, number>;

export function rangeRows(columns: readonly ComparedColumn[], spans: readonly Span[]): RangeRow[] {
  const byRun = new Map(spans.map((span) => [span.run, span]));
  return columns.flatMap((column) => {
    const [first, ...rest] = column.runs.flatMap((run) => byRun.get(run) ?? []);
    if (!first) return [];
    const members = column.isGroup ? [first, ...rest] : [first];
    const mean = (name: RangeFigure): number =>
      members.reduce((sum, span) => sum + span[name], 0) / members.length;
    return [{ column, start: mean('start'), end: mean('end'), min: mean('min'), max: mean('max') }];
  });
}

/** The best of all minima or maxima, whichever counts for the tag. */
export function bestOf(rows: readonly RangeRow[], tag: string): { min: number | null; max: number | null } {
  const better = direction(tag);
  const finite = (name: 'min' | 'max'): number[] => rows.map((row) => row[name]).filter(Number.isFinite);
  return {
    min: better === 'lower' ? finite('min').reduce((a, b) => Math.min(a, b), Infinity) : null,
    max: better === 'higher' ? finite('max').reduce((a, b) => Math.max(a, b), -Infinity) : null,
  };
}
