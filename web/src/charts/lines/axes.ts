// The axes of a line chart, as uPlot wants them.
import type uPlot from 'uplot';
import type { Range, ScaleKind } from './extent.ts';
import { projection } from './lines.ts';
import { formatTicks } from '../base/format.ts';
import { niceTicks } from '../base/nice_ticks.ts';
import type { ChartTheme } from '../base/theme.ts';
import { eachByItself, logTicks, symlogTicks, xTicks, yAxisSize, type XKind } from '../base/ticks.ts';

/** The chart as its axes see it; ranges are read when they draw. */
interface Axed {
  readonly xRange: Range;
  readonly yRange: Range;
  readonly rightRange: Range | null;
  readonly box: { width: number; height: number };
}

/** Ticks, and with them grid lines, are no closer. */
const TICK_ROOM_PX = { x: 70, y: 52 };

/** Nothing is logged between two steps: ticks of steps are whole. */
const WHOLE_INCREMENTS = Array.from({ length: 16 }, (_, i) => [1, 2, 5].map((one) => one * 10 ** i)).flat();

export function xAxis(
  chart: Axed,
  options: { xKind: XKind; xScale: ScaleKind },
  theme: ChartTheme,
): uPlot.Axis {
  return {
    ...text(theme),
    grid: { show: false },
    size: 22,
    gap: 4,
    space: 52,
    ...(options.xKind === 'step' ? { incrs: WHOLE_INCREMENTS } : {}),
    border: { show: true, stroke: theme.axis, width: 1 },
    values: (_plot, ticks) => xTicks(ticks, options.xKind, chart.xRange, options.xScale !== 'linear'),
    ...bentTicks(
      options.xScale,
      () => chart.xRange,
      () => chart.box.width / TICK_ROOM_PX.x,
    ),
  };
}

export function yAxis(chart: Axed, options: { yScale: ScaleKind }, theme: ChartTheme): uPlot.Axis {
  return {
    ...upright(options.yScale, () => chart.yRange, chart, theme),
    scale: 'y',
    grid: { stroke: theme.grid, width: 1 },
  };
}

/** The second y axis: no grid of its own, which would cross the first one's. */
export function rightAxis(chart: Axed, options: { yScale: ScaleKind }, theme: ChartTheme): uPlot.Axis {
  return {
    ...upright(options.yScale, () => chart.rightRange ?? [0, 1], chart, theme),
    scale: 'right',
    side: 1,
    grid: { show: false },
  };
}

function upright(scale: ScaleKind, range: () => Range, chart: Axed, theme: ChartTheme): uPlot.Axis {
  return {
    ...text(theme),
    size: (_plot, values) => yAxisSize(values),
    gap: 5,
    space: (_plot, _axis, low, high, height_px) => tickRoom(low, high, height_px),
    values: (_plot, splits) => (scale === 'linear' ? formatTicks(splits) : eachByItself(splits)),
    ...bentTicks(scale, range, () => (chart.box.height || 150) / TICK_ROOM_PX.y),
  };
}

/** Less room where it would leave a single tick, which gives no scale. */
export function tickRoom(low: number, high: number, height_px: number): number {
  const isEnough = niceTicks(low, high, height_px / TICK_ROOM_PX.y).length > 1;
  return isEnough ? TICK_ROOM_PX.y : TICK_ROOM_PX.y / 2;
}

/** uPlot's own log ticks want ranges that begin at a power of ten. */
function bentTicks(scale: ScaleKind, range: () => Range, about: () => number): Partial<uPlot.Axis> {
  if (scale === 'linear') return {};
  const ticks = scale === 'log' ? logTicks : symlogTicks;
  return {
    splits: () => spaced(ticks(range(), about()), scale, range(), 1 / about()),
    filter: (_plot, all) => all,
  };
}

/** The ticks that have their share of the range, as it is on the screen, for themselves; powers of ten first. */
export function spaced(
  ticks: readonly number[],
  scale: ScaleKind,
  range: Range,
  leastShare: number,
): number[] {
  const share = projection(scale, range, 0, 1);
  const isPower = (tick: number): boolean => Number.isInteger(+Math.log10(Math.abs(tick)).toFixed(9));
  const chosen: number[] = [];
  for (const tick of [...ticks.filter(isPower), ...ticks.filter((one) => !isPower(one))])
    if (chosen.every((one) => Math.abs(share(tick) - share(one)) >= leastShare)) chosen.push(tick);
  return chosen.sort((a, b) => a - b);
}

function text(theme: ChartTheme): Partial<uPlot.Axis> {
  return { stroke: theme.label, font: theme.font, ticks: { show: false } };
}
