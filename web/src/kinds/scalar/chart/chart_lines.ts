// Lines of the server as lines of a chart: colored by run, dashed by tag, against a baseline if so wished.
import type { SpareParts } from '../../../charts/base/short_name.ts';
import type { ChartLine } from '../../../charts/lines/lines.ts';
import type { Line, Values } from '../../../data/frames.ts';
import { differences, type Difference } from '../data/difference.ts';
import { findSuperseded } from './superseded.ts';

/** A line with the name and look it has. */
export interface Shown {
  line: Line;
  label: string;
  /** What of the name may go where there is little room. */
  spare: SpareParts;
  color: string;
  /** What tells runs of one color apart; several tags in a chart take the dash for themselves. */
  dash: readonly number[];
  live: boolean;
  baseline: boolean;
  band: { low: Float64Array; high: Float64Array } | null;
}

const TAG_DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [9, 3, 2, 3], [1, 4]];

const OLD_DASH: readonly number[] = [3, 3];

export function tagDash(place: number): readonly number[] {
  return TAG_DASHES[place % TAG_DASHES.length] ?? [];
}

export function lineKey(line: { run: number; tag: string }): string {
  return `${String(line.run)} ${line.tag}`;
}

export function fromKey(key: string): { run: number; tag: string } {
  const at = key.indexOf(' ');
  return { run: Number(key.slice(0, at)), tag: key.slice(at + 1) };
}

export interface LineOptions {
  tags: readonly string[];
  right: ReadonlySet<string>;
  difference: Difference;
  /** Whether superseded points are among the lines' points. */
  superseded: boolean;
}

export function chartLines(
  shown: readonly Shown[],
  { tags, right, difference, superseded }: LineOptions,
): ChartLine[] {
  const several = tags.length > 1;
  const lines = shown.flatMap(({ line, label, spare, color, dash, live, baseline, band }): ChartLine[] => {
    const place = tags.indexOf(line.tag);
    const whole: ChartLine = {
      key: lineKey(line),
      label: several ? `${label} · ${line.tag}` : label,
      spare,
      color,
      dash: several ? tagDash(place) : dash,
      x: line.x,
      y: line.smoothed ?? line.values,
      raw: line.smoothed ? line.values : null,
      band,
      live,
      baseline,
      right: place > 0 && right.has(line.tag),
    };
    return superseded ? splitRestarts(line, whole) : [whole];
  });
  return difference === 'off' ? lines : againstBaseline(lines, difference);
}

/** A line that restarted: its current points, and behind them the superseded ones, dashed and without raw values. */
function splitRestarts({ steps }: Line, whole: ChartLine): ChartLine[] {
  const found = findSuperseded(steps);
  if (!found) return [whole];
  const pick = (column: Values): Float64Array => Float64Array.from(found.current, (i) => column[i] as number);
  const old = found.old.map(([begin, end]): ChartLine => ({
    ...whole,
    dash: OLD_DASH,
    x: whole.x.subarray(begin, end),
    y: whole.y.subarray(begin, end),
    raw: null,
    live: false,
  }));
  return [{ ...whole, x: pick(whole.x), y: pick(whole.y), raw: whole.raw && pick(whole.raw) }, ...old];
}

/** Where the runs of a chart began again. */
export function restartsOf(lines: readonly Line[]): number[] {
  return [...new Set(lines.flatMap(({ steps }) => findSuperseded(steps)?.restarts ?? []))];
}

/** Every line less the baseline of its tag; the baselines themselves are the zero line. */
function againstBaseline(lines: readonly ChartLine[], how: Exclude<Difference, 'off'>): ChartLine[] {
  const bases = new Map(lines.filter((line) => line.baseline).map((line) => [fromKey(line.key).tag, line]));
  return lines.flatMap((line) => {
    const base = bases.get(fromKey(line.key).tag);
    if (!base || line === base) return [];
    const span = comparableSpan(line, differences(line.x, line.raw ?? line.y, base, how));
    const less = (y: Values): Float64Array => differences(line.x, y, base, how).subarray(...span);
    return [
      {
        ...line,
        x: line.x.subarray(...span),
        y: less(line.y),
        raw: line.raw && less(line.raw),
        band: line.band && { low: less(line.band.low), high: less(line.band.high) },
      },
    ];
  });
}

/** Without the points before and after the baseline's: they have no difference, and are no NaN of the run. */
function comparableSpan({ y, raw }: ChartLine, less: Float64Array): [number, number] {
  const values = raw ?? y;
  const isUnknown = (i: number): boolean => Number.isNaN(less[i]) && Number.isFinite(values[i]);
  let [first, end] = [0, less.length];
  while (first < end && isUnknown(first)) first += 1;
  while (end > first && isUnknown(end - 1)) end -= 1;
  return [first, end];
}
