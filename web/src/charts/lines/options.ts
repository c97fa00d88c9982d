// The options and handlers of a line chart.
import type { Range, ScaleKind } from './extent.ts';
import type { XKind } from '../base/ticks.ts';

/** A horizontal line with a name, dashed; without a name it is the plain zero of a difference. */
export interface Threshold {
  y: number;
  text: string;
}

/** A vertical line with a note, dotted; in the color of what it belongs to, if anything. */
export interface StepMark {
  x: number;
  text: string;
  color?: string;
}

export interface ChartOptions {
  xKind: XKind;
  xScale: ScaleKind;
  yScale: ScaleKind;
  /** Zoom of the x axis; null follows the data. */
  range: Range | null;
  /** The left axis as given; null: from the data. */
  yRange: Range | null;
  ignoreOutliers: boolean;
  showRaw: boolean;
  endLabels: boolean;
  thresholds?: readonly Threshold[];
  marks?: readonly StepMark[];
}

export interface ChartHandlers {
  onZoom(range: Range | null): void;
  /** A part of the left axis was chosen, by dragging up or down or a box; without it only x zooms. */
  onZoomY?(range: Range | null): void;
  onHover(x: number | null, y_px: number): void;
  onPick(key: string): void;
}
