// The table under the crosshair: every line's value at one x, the nearest marked, differences to a baseline.
import { nearestIndex } from '../../../charts/lines/nearest.ts';
import { orderOf } from '../../../charts/lines/order.ts';
import type { Line } from '../../../data/frames.ts';
import { natural } from '../../../public/runs/natural.ts';

export type TipOrder = 'value' | 'nearest' | 'name';

export interface TipRow {
  run: number;
  tag: string;
  step: number;
  value: number;
  raw: number;
  /** Difference to the baseline's value of the same tag, and in parts of it; null without one or for the baseline itself. */
  delta: number | null;
  share: number | null;
  nearest: boolean;
}

export interface TipTable {
  step: number;
  wall: number;
  elapsed_s: number;
  rows: TipRow[];
  /** What the differences are relative to. */
  versus: Versus;
  /** Rows left out because the table would grow too long. */
  nMore: number;
  /** Lines that end before this x. */
  nEnded: number;
}

export type Versus = 'baseline' | 'best';

/** Lines of another chart to compare with: their mean at the same x. */
export interface Reference {
  versus: Versus;
  lines: readonly Line[];
}

export interface TipQuestion {
  x: number;
  nearest: { run: number; tag: string } | null;
  baseline: number | null;
  /** Instead of the baseline among the lines. */
  reference?: Reference | null;
  order?: TipOrder;
  /** How far a value of a line is from the pointer, for the order by nearest. */
  distance?: (line: Line, value: number) => number;
  /** The words to sort by. */
  name?: (line: Line) => string;
  maxRows?: number;
}

export const MAX_ROWS = 12;
interface Found extends TipRow {
  line: Line;
  wall: number;
}

export function tipTable(lines: readonly Line[], question: TipQuestion): TipTable | null {
  const { x, nearest, baseline, reference = null, maxRows = MAX_ROWS } = question;
  const there = lines.filter((line) => line.x.length > 0);
  const reaching = there.filter((line) => reaches(line, x));
  const found = reaching.map((line): Found => {
    const i = nearestIndex(line.x, x);
    const isNearest = nearest !== null && line.run === nearest.run && line.tag === nearest.tag;
    return {
      run: line.run,
      tag: line.tag,
      step: line.steps[i] as number,
      wall: line.walls[i] as number,
      value: valueAt(line, x),
      raw: line.values[i] as number,
      delta: null,
      share: null,
      nearest: isNearest,
      line,
    };
  });
  const at = found.find((row) => row.nearest) ?? found[0];
  if (!at) return null;
  compare(found, reference ? meansAt(reference.lines, x) : valuesOf(found, baseline), baseline);
  const sorted = found.sort(comparer(question));
  const rows = question.order === 'nearest' ? sorted.slice(0, maxRows) : around(sorted, maxRows);
  return {
    step: at.step,
    wall: at.wall,
    elapsed_s: at.wall - (at.line.walls[0] as number),
    rows,
    versus: reference?.versus ?? 'baseline',
    nMore: found.length - rows.length,
    nEnded: there.length - reaching.length,
  };
}

function valuesOf(rows: readonly TipRow[], run: number | null): Map<string, number> {
  return new Map(rows.filter((row) => row.run === run).map((row) => [row.tag, row.value]));
}

/** The mean of each tag over the lines that reach this x and are finite there. */
function meansAt(lines: readonly Line[], x: number): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const line of lines) {
    const value = line.x.length > 0 && reaches(line, x) ? valueAt(line, x) : NaN;
    if (Number.isFinite(value)) values.set(line.tag, [...(values.get(line.tag) ?? []), value]);
  }
  return new Map([...values].map(([tag, all]) => [tag, all.reduce((a, b) => a + b, 0) / all.length]));
}

function compare(rows: readonly TipRow[], bases: ReadonlyMap<string, number>, baseline: number | null): void {
  for (const row of rows) {
    const base = bases.get(row.tag);
    if (base === undefined || row.run === baseline) continue;
    row.delta = row.value - base;
    row.share = row.delta / Math.abs(base);
  }
}

function comparer({ order = 'value', distance, name }: TipQuestion): (a: Found, b: Found) => number {
  if (order === 'name' && name) return (a, b) => natural(name(a.line), name(b.line));
  if (order === 'nearest' && distance)
    return (a, b) => last(distance(a.line, a.value)) - last(distance(b.line, b.value));
  return (a, b) => last(a.value) - last(b.value);
}

/** At most `n` rows, with the nearest among them. */
function around<T extends { nearest: boolean }>(rows: readonly T[], n: number): T[] {
  if (rows.length <= n) return [...rows];
  const at = Math.max(
    0,
    rows.findIndex((row) => row.nearest),
  );
  const first = Math.max(0, Math.min(rows.length - n, at - Math.floor(n / 2)));
  return rows.slice(first, first + n);
}

function reaches(line: Line, x: number): boolean {
  return x <= orderOf(line.x).max + tolerance(line);
}

function valueAt(line: Line, x: number): number {
  return (line.smoothed ?? line.values)[nearestIndex(line.x, x)] as number;
}

/** A pointer between the last point and the edge of the plot still means the last point. */
function tolerance(line: Line): number {
  const n = line.x.length;
  return n > 1 ? Math.abs((line.x[n - 1] as number) - (line.x[0] as number)) / (n - 1) : 0.5;
}

function last(value: number): number {
  return Number.isNaN(value) ? Infinity : value;
}
