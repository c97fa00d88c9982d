// The table under the crosshair: every line's value at one x, the nearest marked, differences to a baseline.
import type { Line } from '../../data/frames.ts';
import { nearestIndex } from '../../charts/nearest.ts';

export interface TipRow {
  run: number;
  value: number;
  raw: number;
  /** Difference to the baseline's value; null without a baseline or for the baseline itself. */
  delta: number | null;
  nearest: boolean;
}

export interface TipTable {
  step: number;
  wall: number;
  elapsed_s: number;
  rows: TipRow[];
  /** Rows left out because the table would grow too long. */
  nMore: number;
  /** Lines that end before this x. */
  nEnded: number;
}

export const MAX_ROWS = 12;

export function tipTable(lines: readonly Line[], x: number, nearest: number | null, baseline: number | null, maxRows = MAX_ROWS): TipTable | null {
  const found: (TipRow & { step: number; wall: number; start: number })[] = [];
  let nEnded = 0;
  for (const line of lines) {
    const last = line.x.length - 1;
    if (last < 0) continue;
    if (x > (line.x[last] as number) + tolerance(line)) {
      nEnded += 1;
      continue;
    }
    const i = nearestIndex(line.x, x);
    found.push({
      run: line.run,
      value: (line.smoothed ?? line.values)[i] as number,
      raw: line.values[i] as number,
      delta: null,
      nearest: line.run === nearest,
      step: line.steps[i] as number,
      wall: line.walls[i] as number,
      start: line.walls[0] as number,
    });
  }
  const at = found.find((row) => row.nearest) ?? found[0];
  if (!at) return null;
  const base = found.find((row) => row.run === baseline)?.value;
  if (base !== undefined) for (const row of found) if (row.run !== baseline) row.delta = row.value - base;
  const sorted = found.sort((a, b) => order(a.value) - order(b.value));
  const rows = around(sorted, maxRows);
  return { step: at.step, wall: at.wall, elapsed_s: at.wall - at.start, rows, nMore: found.length - rows.length, nEnded };
}

/** At most `n` rows, with the nearest among them. */
function around<T extends { nearest: boolean }>(rows: readonly T[], n: number): T[] {
  if (rows.length <= n) return [...rows];
  const at = Math.max(0, rows.findIndex((row) => row.nearest));
  const first = Math.max(0, Math.min(rows.length - n, at - Math.floor(n / 2)));
  return rows.slice(first, first + n);
}

/** A pointer between the last point and the edge of the plot still means the last point. */
function tolerance(line: Line): number {
  const n = line.x.length;
  return n > 1 ? ((line.x[n - 1] as number) - (line.x[0] as number)) / (n - 1) : 0.5;
}

function order(value: number): number {
  return Number.isNaN(value) ? Infinity : value;
}
