// Draws all that lies beside the names of the tracks, from back to front.
import type { ChartTheme } from '../../../charts/base/theme.ts';
import type { Arrow } from './arrows.ts';
import type { CounterWindow } from './counters.ts';
import type { IdleGap } from './idle_gaps.ts';
import { paintCounters } from './paint_counters.ts';
import { paintIdle, type Hatches } from './paint_idle.ts';
import { paintArrows, paintGrid, paintRange, paintSelection, paintStepLines } from './paint_marks.ts';
import { paintSlices } from './paint_slices.ts';
import type { Row, TrackRow } from './rows.ts';
import type { SeenSlices } from './seen_slices.ts';
import type { SlicePalette } from './slice_colors.ts';
import { arrowsOf, type SliceDetails } from './slice_details.ts';
import type { ShownMark } from './step_marks.ts';
import type { TimeSpan } from './time_span.ts';
import type { TimeTick } from './time_ticks.ts';

export interface TracksScene {
  span: TimeSpan;
  scroll_px: number;
  rows: readonly Row[];
  byTrack: ReadonlyMap<number, TrackRow>;
  seen: SeenSlices | null;
  counters: CounterWindow | null;
  gaps: readonly IdleGap[];
  details: SliceDetails | null;
  /** Whether the selected slice has its arrows. */
  hasArrows: boolean;
  /** Those of all slices. */
  arrows: readonly Arrow[];
  range: TimeSpan | null;
  ticks: readonly TimeTick[];
  marks: readonly ShownMark[];
  isMatch: ((name: string) => boolean) | null;
  theme: ChartTheme;
  palette: SlicePalette;
  hatches: Hatches;
  /** Behind the names of processes. */
  strip: string;
}

export function paintTracks(
  context: CanvasRenderingContext2D,
  scene: TracksScene,
  width_px: number,
  height_px: number,
): void {
  const { span, scroll_px, theme, byTrack, details } = scene;
  const place = { span, width_px, height_px, scroll_px, theme };
  paintGrid(context, place, scene.ticks, scene.rows, scene.strip);
  paintIdle(context, place, byTrack, scene.gaps, scene.hatches);
  if (scene.seen) {
    const { seen, palette, isMatch } = scene;
    const look = { span, palette, ink: theme.ink, font: theme.font, scroll_px, isMatch };
    paintSlices(context, { seen, rows: byTrack, ...look }, width_px, height_px);
  }
  if (scene.counters) paintCounters(context, place, scene.rows, scene.counters);
  paintStepLines(context, place, scene.marks);
  paintArrows(context, place, byTrack, scene.arrows, true);
  if (scene.range) paintRange(context, place, scene.range, null);
  if (!details) return;
  const arrows = scene.hasArrows ? arrowsOf(details) : [];
  paintSelection(context, place, byTrack, details, 2);
  for (const [from, to] of arrows)
    paintSelection(context, place, byTrack, from.slice === details.slice ? to : from, 1.2);
  paintArrows(context, place, byTrack, arrows);
}
