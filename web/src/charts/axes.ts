// The two axes of a line chart, as uPlot wants them.
import type uPlot from 'uplot';
import type { Range } from './extent.ts';
import { formatTicks } from './format.ts';
import type { ScaleKind } from './lines.ts';
import type { ChartTheme } from './theme.ts';
import { eachByItself, logTicks, symlogTicks, xTicks, yAxisSize, type XKind } from './ticks.ts';

/** The chart as its axes see it; ranges are read when they draw. */
interface Axed {
  readonly xRange: Range;
  readonly yRange: Range;
  readonly box: { width: number; height: number };
}

const TICK_ROOM_PX = { x: 70, y: 36 };

export function xAxis(chart: Axed, options: { xKind: XKind; xScale: 'linear' | 'log' }, theme: ChartTheme): uPlot.Axis {
  const isLog = options.xScale === 'log';
  return {
    ...text(theme),
    grid: { show: false },
    size: 22,
    gap: 4,
    space: 52,
    border: { show: true, stroke: theme.axis, width: 1 },
    values: (_plot, ticks) => xTicks(ticks, options.xKind, chart.xRange, isLog),
    ...(isLog ? { splits: () => logTicks(chart.xRange, chart.box.width / TICK_ROOM_PX.x), filter: keepAll } : {}),
  };
}

export function yAxis(chart: Axed, options: { yScale: ScaleKind }, theme: ChartTheme): uPlot.Axis {
  const ticks = options.yScale === 'log' ? logTicks : symlogTicks;
  return {
    ...text(theme),
    grid: { stroke: theme.grid, width: 1 },
    size: (_plot, values) => yAxisSize(values),
    gap: 5,
    space: 30,
    values: (_plot, splits) => (options.yScale === 'linear' ? formatTicks(splits) : eachByItself(splits)),
    // uPlot's own log ticks want ranges that begin at a power of ten.
    ...(options.yScale === 'linear' ? {} : { splits: () => ticks(chart.yRange, (chart.box.height || 150) / TICK_ROOM_PX.y), filter: keepAll }),
  };
}

function text(theme: ChartTheme): Partial<uPlot.Axis> {
  return { stroke: theme.label, font: theme.font, ticks: { show: false } };
}

function keepAll(_plot: uPlot, ticks: number[]): number[] {
  return ticks;
}
