// The ranges of a chart's three axes, from its lines and options.
import { extents, padded, withoutOutliers, type Columns, type Range, type ScaleKind } from './extent.ts';
import type { ChartLine } from './lines.ts';
import type { ChartOptions } from './options.ts';

export interface Ranges {
  x: Range;
  left: Range;
  /** Null where no line is measured by the right axis. */
  right: Range | null;
}

/** Raw lines count for the range only where they are really to be seen. */
const RAW_SEEN_LINES = 6;

export function chartRanges(lines: readonly ChartLine[], options: ChartOptions): Ranges {
  const left = lines.filter((line) => !line.right);
  const right = lines.filter((line) => line.right);
  const found = yRange(left, options);
  const given = options.yRange && (options.yScale !== 'log' || options.yRange[0] > 0) ? options.yRange : null;
  return {
    x: xRange(lines, options),
    left: given ?? found,
    right: right.length > 0 ? yRange(right, { ...options, thresholds: [] }) : null,
  };
}

function xRange(lines: readonly ChartLine[], { range, xScale }: ChartOptions): Range {
  const [low, high] = range ?? extents(lines, null, false).x ?? [0, 1];
  const wide: Range = low === high ? [low - 1, high + 1] : [low, high];
  return xScale === 'log' ? [Math.max(wide[0], smallestPositive(lines)), wide[1]] : wide;
}

function yRange(lines: readonly ChartLine[], options: ChartOptions): Range {
  const shown = columns(lines, options.showRaw);
  const isLog = options.yScale === 'log';
  const all = extents(shown, options.range, isLog).y;
  const most = options.ignoreOutliers ? (withoutOutliers(shown, options.range) ?? all) : all;
  const found = withThresholds(most, options.thresholds ?? [], isLog);
  return found ? padded(found, options.yScale) : empty(options.yScale);
}

function columns(lines: readonly ChartLine[], showRaw: boolean): Columns[] {
  const shown: Columns[] = lines.map(({ x, y }) => ({ x, y }));
  if (showRaw && lines.length <= RAW_SEEN_LINES)
    for (const { x, raw } of lines) if (raw) shown.push({ x, y: raw });
  for (const { x, band } of lines) if (band) shown.push({ x, y: band.low }, { x, y: band.high });
  return shown;
}

/** Who draws a threshold wants to see it. */
function withThresholds(
  range: Range | null,
  thresholds: readonly { y: number }[],
  isLog: boolean,
): Range | null {
  const ys = thresholds.map((one) => one.y).filter((y) => Number.isFinite(y) && (!isLog || y > 0));
  if (ys.length === 0) return range;
  return [Math.min(...ys, range?.[0] ?? Infinity), Math.max(...ys, range?.[1] ?? -Infinity)];
}

function empty(scale: ScaleKind): Range {
  return scale === 'log' ? [0.1, 10] : [0, 1];
}

function smallestPositive(lines: readonly ChartLine[]): number {
  let smallest = Infinity;
  for (const { x } of lines) for (const value of x) if (value > 0 && value < smallest) smallest = value;
  return Number.isFinite(smallest) ? smallest : 1;
}
