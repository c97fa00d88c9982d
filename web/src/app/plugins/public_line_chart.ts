// The line chart of the public interface: plain arrays in; it follows the size of its element and zooms by itself.
import type { Range } from '../../charts/lines/extent.ts';
import { LineChart } from '../../charts/lines/line_chart.ts';
import type { ChartLine } from '../../charts/lines/lines.ts';
import type { PublicLine, PublicLineChart } from '../../public/page.ts';
import { watchSize } from '../../widgets/observing.ts';

/** The chart, which also has to be told when the theme changed. */
export function publicLineChart(element: HTMLElement): PublicLineChart & { repaint(): void } {
  let drawn: Parameters<PublicLineChart['draw']> = [[]];
  let zoom: Range | null = null;
  const chart = new LineChart(element, {
    onZoom: (range) => {
      zoom = range;
      repaint();
    },
    onHover: (x, top_px) => chart.highlight(x === null ? null : chart.nearest(x, top_px), x),
    onPick: () => undefined,
  });
  const unwatch = watchSize(element, (width, height) => chart.resize(width, height));

  function repaint(): void {
    const [lines, options = {}] = drawn;
    chart.draw(
      lines.map((line) => chartLine(element, line)),
      {
        xKind: 'step',
        xScale: 'linear',
        yScale: options.yScale ?? 'linear',
        range: zoom,
        yRange: options.yRange ?? null,
        ignoreOutliers: false,
        showRaw: false,
        endLabels: true,
      },
    );
  }

  return {
    draw: (...given) => {
      drawn = given;
      repaint();
    },
    repaint,
    destroy: () => {
      unwatch();
      chart.destroy();
    },
  };
}

/** A canvas takes no CSS variables, and those of the runs' colors depend on the theme. */
function canvasColor(element: HTMLElement, color: string): string {
  const variable = /^var\((--[\w-]+)\)$/.exec(color)?.[1];
  return variable ? getComputedStyle(element).getPropertyValue(variable).trim() : color;
}

function chartLine(element: HTMLElement, { label, color, x, y, dash = [] }: PublicLine): ChartLine {
  return {
    key: label,
    label,
    color: canvasColor(element, color),
    dash,
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    raw: null,
    band: null,
    live: false,
    baseline: false,
  };
}
