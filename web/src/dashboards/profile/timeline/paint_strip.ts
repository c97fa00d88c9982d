// Draws the strip of the whole profile: one line for each leading track, steps above, and the frame of what is in sight.
import type { ChartTheme } from '../../../charts/base/theme.ts';
import type { SeenSlices } from './seen_slices.ts';
import type { SlicePalette } from './slice_colors.ts';
import { marksInSight, type StepMark } from './step_marks.ts';
import { xOf, type TimeSpan } from './time_span.ts';
import type { Track } from './tracks.ts';

export const STRIP_TOP_PX = 20;
export const LINE_PX = 14;

export interface StripScene {
  seen: SeenSlices | null;
  tracks: readonly Track[];
  steps: readonly StepMark[];
  whole: TimeSpan;
  span: TimeSpan;
  palette: SlicePalette;
  theme: Pick<ChartTheme, 'ink' | 'label' | 'surface' | 'axis' | 'font'>;
  lengthText: string;
}

export const stripHeight = (n_tracks: number): number => STRIP_TOP_PX + n_tracks * LINE_PX + 6;

export function paintStrip(context: CanvasRenderingContext2D, scene: StripScene, width_px: number): void {
  const { seen, tracks, whole } = scene;
  const lines = new Map(tracks.map(({ track }, line) => [track, STRIP_TOP_PX + line * LINE_PX]));
  for (let i = 0; seen && i < seen.length; i += 1) {
    const y = lines.get(seen.track[i] ?? -1);
    if (y === undefined || seen.depth[i] !== 0) continue;
    const left = xOf(whole, width_px, seen.start_ns[i] ?? 0);
    const right = xOf(whole, width_px, seen.end_ns[i] ?? 0);
    const colors = scene.palette.of(seen.category[i] ?? 0, seen.name[i] ?? '', 0);
    context.fillStyle = right - left < 3 ? colors.edge : colors.fill;
    context.globalAlpha = right - left < 3 ? 0.55 : 1;
    context.fillRect(left, y, Math.max(0.8, right - left - 0.4), LINE_PX - 3);
  }
  context.globalAlpha = 1;
  paintSteps(context, scene, width_px);
  paintFrame(context, scene, width_px);
}

function paintSteps(context: CanvasRenderingContext2D, scene: StripScene, width_px: number): void {
  const { theme } = scene;
  context.font = theme.font;
  context.textBaseline = 'middle';
  context.fillStyle = theme.label;
  const end = width_px - context.measureText(scene.lengthText).width;
  context.fillText(scene.lengthText, end, 9);
  const bottom = STRIP_TOP_PX + scene.tracks.length * LINE_PX;
  for (const { mark, x_px } of marksInSight(scene.steps, scene.whole, width_px, 56)) {
    for (let y = STRIP_TOP_PX - 3; y < bottom; y += 5) context.fillRect(Math.round(x_px), y, 1, 2);
    const text = mark.step.toLocaleString('en-US');
    const half = context.measureText(text).width / 2;
    const left = Math.max(0, x_px - half);
    if (left + 2 * half < end - 8) context.fillText(text, left, 9);
  }
}

function paintFrame(
  context: CanvasRenderingContext2D,
  { whole, span, theme, tracks }: StripScene,
  width_px: number,
): void {
  const [left, right] = frameOf(span, whole, width_px);
  const [top, height] = [STRIP_TOP_PX - 2, tracks.length * LINE_PX + 1];
  context.fillStyle = theme.surface;
  context.globalAlpha = 0.55;
  context.fillRect(0, top, left, height);
  context.fillRect(right, top, width_px - right, height);
  context.globalAlpha = 1;
  context.strokeStyle = theme.ink;
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(left + 1, top, right - left - 2, height, 1);
  context.stroke();
}

/** Left and right of the frame; never so narrow that it could not be found. */
export function frameOf(span: TimeSpan, whole: TimeSpan, width_px: number): [number, number] {
  const left = xOf(whole, width_px, span.start_ns);
  const right = xOf(whole, width_px, span.end_ns);
  const room = Math.max(0, (6 - (right - left)) / 2);
  return [Math.max(0, left - room), Math.min(width_px, right + room)];
}
