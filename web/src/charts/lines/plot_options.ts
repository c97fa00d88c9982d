// A line chart as uPlot takes it: scales, axes and selection. uPlot draws no line; that is `PlotPainting`'s job.
import type uPlot from 'uplot';
import { chartTheme } from '../base/theme.ts';
import { rightAxis, xAxis, yAxis } from './axes.ts';
import type { ChartHandlers, ChartOptions } from './options.ts';
import type { Box } from './projections.ts';
import type { Ranges } from './ranges.ts';
import { selected } from './selected.ts';

/** Dragged further than this in both directions, a selection is a box. */
const BOX_PX = 24;
const LEAST_DRAG_PX = 4;
const DISTRIBUTION = { linear: 1, log: 3, symlog: 4 } as const;
const INVISIBLE: uPlot.Series = { paths: () => null, points: { show: false } };

/** The chart that uPlot is made for; its ranges are read again with every drawing. */
export interface PlottedChart {
  readonly host: HTMLElement;
  readonly handlers: ChartHandlers;
  readonly ranges: Ranges;
  readonly xRange: Ranges['x'];
  readonly yRange: Ranges['left'];
  readonly rightRange: Ranges['right'];
  readonly box: Box;
  readonly size: readonly [number, number];
  readonly labelRoom_px: number;
}

export function plotOptions(
  chart: PlottedChart,
  options: ChartOptions,
  onDraw: (plot: uPlot) => void,
): uPlot.Options {
  const theme = chartTheme();
  const hasRight = chart.rightRange !== null;
  const distr = DISTRIBUTION[options.yScale];
  return {
    width: chart.size[0],
    height: chart.size[1],
    padding: [8, chart.labelRoom_px || (hasRight ? 0 : 12), 0, 0],
    legend: { show: false },
    cursor: {
      x: false,
      y: false,
      points: { show: false },
      drag: dragOf(chart.handlers),
      bind: { dblclick: () => null },
    },
    scales: {
      x: {
        time: options.xKind === 'wall',
        distr: DISTRIBUTION[options.xScale],
        range: () => [...chart.xRange],
      },
      y: { distr, range: () => [...chart.yRange] },
      right: { distr, range: () => [...(chart.rightRange ?? [0, 1])] },
    },
    axes: [
      xAxis(chart, options, theme),
      yAxis(chart, options, theme),
      ...(hasRight ? [rightAxis(chart, options, theme)] : []),
    ],
    series: [{}, { ...INVISIBLE, scale: 'y' }, ...(hasRight ? [{ ...INVISIBLE, scale: 'right' }] : [])],
    hooks: { draw: [onDraw], setSelect: [(plot) => zoomToSelection(plot, chart.handlers)] },
  };
}

/** uPlot draws only where it has data: two corners of the ranges are enough. */
export function plotData({ x, left, right }: Ranges): uPlot.AlignedData {
  return right ? [[...x], [...left], [...right]] : [[...x], [...left]];
}

/** Sideways selects x, up or down y, both a box. */
function dragOf({ onZoomY }: ChartHandlers): uPlot.Cursor.Drag {
  const y = onZoomY !== undefined;
  return { x: true, y, ...(y && { uni: BOX_PX }), setScale: false, dist: LEAST_DRAG_PX };
}

function zoomToSelection(plot: uPlot, handlers: ChartHandlers): void {
  const { left, top, width, height } = plot.select;
  const chosen = selected(plot.select, { width: plot.over.clientWidth, height: plot.over.clientHeight });
  if (chosen.x) handlers.onZoom([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]);
  if (chosen.y) handlers.onZoomY?.([plot.posToVal(top + height, 'y'), plot.posToVal(top, 'y')]);
  if (width > 0) plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}
