// What lies behind and over the slices: strips of heads, grid, step lines, the selected range, selection and arrows.
import type { ChartTheme } from '../../../charts/base/theme.ts';
import { formatSpan } from '../../../kinds/profile/spans.ts';
import type { Arrow, ArrowEnd } from './arrows.ts';
import { levelTop, type Row, type TrackRow } from './rows.ts';
import type { ShownMark } from './step_marks.ts';
import type { TimeTick } from './time_ticks.ts';
import { xOf, type TimeSpan } from './time_span.ts';

type Theme = Pick<ChartTheme, 'ink' | 'ink2' | 'label' | 'surface' | 'grid' | 'axis' | 'font'>;

export interface Place {
  span: TimeSpan;
  width_px: number;
  height_px: number;
  scroll_px: number;
  theme: Theme;
}

export function paintGrid(
  context: CanvasRenderingContext2D,
  place: Place,
  ticks: readonly TimeTick[],
  rows: readonly Row[],
  strip: string,
): void {
  const { span, width_px, height_px, scroll_px, theme } = place;
  context.fillStyle = theme.grid;
  for (const { time_ns } of ticks)
    context.fillRect(Math.round(xOf(span, width_px, time_ns)), 0, 1, height_px);
  for (const row of rows) {
    const y = row.y_px - scroll_px;
    if (y > height_px || y + row.height_px < 0) continue;
    if (row.kind === 'head') {
      context.fillStyle = strip;
      context.fillRect(0, y, width_px, row.height_px);
      context.fillStyle = theme.label;
      context.font = theme.font;
      context.textBaseline = 'middle';
      context.fillText(row.detail, 6, y + row.height_px / 2 + 0.5);
    }
    context.fillStyle = theme.grid;
    context.fillRect(0, y + row.height_px - 1, width_px, 1);
  }
}

export function paintStepLines(
  context: CanvasRenderingContext2D,
  place: Place,
  marks: readonly ShownMark[],
): void {
  context.strokeStyle = place.theme.label;
  context.lineWidth = 1;
  context.setLineDash([2, 3]);
  context.beginPath();
  for (const { x_px } of marks) {
    const x = Math.round(x_px) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, place.height_px);
  }
  context.stroke();
  context.setLineDash([]);
}

/** Times and the flags of steps, which lie over them. */
export function paintAxis(
  context: CanvasRenderingContext2D,
  place: Place,
  ticks: readonly TimeTick[],
  marks: readonly ShownMark[],
  textOf: (mark: ShownMark) => string,
): void {
  const { span, width_px, height_px, theme } = place;
  context.font = theme.font;
  context.textBaseline = 'middle';
  const flags = marks.map((mark) => {
    const text = textOf(mark);
    const width = context.measureText(text).width + 10;
    return { mark, text, width, left: Math.min(Math.max(0, mark.x_px - width / 2), width_px - width) };
  });
  context.fillStyle = theme.label;
  for (const { time_ns, text } of ticks) {
    const width = context.measureText(text).width;
    const left = xOf(span, width_px, time_ns) - width / 2;
    const isFree = flags.every((flag) => left + width + 4 < flag.left || left - 4 > flag.left + flag.width);
    if (isFree && left > 2 && left + width < width_px - 2) context.fillText(text, left, height_px / 2 + 0.5);
  }
  for (const { mark, text, width, left } of flags) {
    context.fillStyle = theme.ink;
    context.beginPath();
    context.roundRect(left, height_px / 2 - 8, width, 16, 3);
    context.fill();
    context.fillRect(Math.round(mark.x_px), height_px / 2 + 6, 1, height_px);
    context.fillStyle = theme.surface;
    context.fillText(text, left + 5, height_px / 2 + 0.5);
  }
}

/** Two hairlines and a faint band; `label_y` is where its length is written, null: elsewhere. */
export function paintRange(
  context: CanvasRenderingContext2D,
  { span, width_px, height_px, theme }: Place,
  range: TimeSpan,
  label_y: number | null,
): void {
  const left = Math.round(xOf(span, width_px, range.start_ns)) + 0.5;
  const right = Math.round(xOf(span, width_px, range.end_ns)) + 0.5;
  context.fillStyle = theme.ink;
  context.globalAlpha = 0.05;
  context.fillRect(left, 0, right - left, height_px);
  context.globalAlpha = 1;
  context.fillStyle = theme.ink2;
  for (const x of [left, right]) context.fillRect(x - 0.5, 0, 1, height_px);
  if (label_y === null) return;
  context.fillRect(left, label_y - 0.5, right - left, 1);
  context.font = `600 ${theme.font}`;
  context.textBaseline = 'middle';
  const text = formatSpan(range.end_ns - range.start_ns);
  const width = context.measureText(text).width + 14;
  const at = Math.min(Math.max(0, (left + right - width) / 2), width_px - width);
  context.fillStyle = theme.surface;
  context.strokeStyle = theme.ink2;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(at + 0.5, label_y - 8, width - 1, 16, 3);
  context.fill();
  context.stroke();
  context.fillStyle = theme.ink;
  context.fillText(text, at + 7, label_y + 0.5);
}

/** The outline of a slice, also where it is too narrow to be seen. */
export function paintSelection(
  context: CanvasRenderingContext2D,
  place: Place,
  rows: ReadonlyMap<number, TrackRow>,
  link: ArrowEnd,
  line_px: number,
): void {
  const box = boxOf(place, rows, link);
  if (!box) return;
  context.strokeStyle = place.theme.ink;
  context.lineWidth = line_px;
  context.strokeRect(box.x - 0.5, box.y - 0.5, Math.max(2, box.width), box.height + 0.5);
}

/** `isFaint`: many at once, beside which the slices stay readable. */
export function paintArrows(
  context: CanvasRenderingContext2D,
  place: Place,
  rows: ReadonlyMap<number, TrackRow>,
  arrows: readonly Arrow[],
  isFaint = false,
): void {
  context.globalAlpha = isFaint ? 0.45 : 1;
  for (const [from, to] of arrows) {
    const [source, target] = [boxOf(place, rows, from), boxOf(place, rows, to)];
    if (!source || !target) continue;
    const isDown = target.y > source.y;
    const start = {
      x: source.x + Math.min(source.width, 6),
      y: isDown ? source.y + source.height : source.y,
    };
    const end = { x: target.x + 1, y: isDown ? target.y - 1 : target.y + target.height + 1 };
    const bend = Math.max(16, Math.min(70, Math.abs(end.y - start.y) / 2)) * (isDown ? 1 : -1);
    const curve = new Path2D();
    curve.moveTo(start.x, start.y);
    curve.bezierCurveTo(start.x, start.y + bend, end.x, end.y - bend, end.x, end.y);
    for (const [color, width] of isFaint ? [[place.theme.ink, 0.8] as const] : casedLine(place.theme)) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.stroke(curve);
    }
    const back = isDown ? -6 : 6;
    context.fillStyle = place.theme.ink;
    context.beginPath();
    context.moveTo(end.x, end.y);
    context.lineTo(end.x - 3, end.y + back);
    context.lineTo(end.x + 3, end.y + back);
    context.fill();
  }
  context.globalAlpha = 1;
}

/** A line with an edge, so that it can be followed over slices. */
const casedLine = (theme: Theme): (readonly [color: string, width_px: number])[] => [
  [theme.surface, 3.5],
  [theme.ink, 1.3],
];

/** Where a slice is drawn; null where its track is folded away. What is left or right of the canvas counts as at its edge. */
function boxOf(
  { span, width_px, scroll_px }: Place,
  rows: ReadonlyMap<number, TrackRow>,
  { track, depth, start_ns, dur_ns }: ArrowEnd,
): { x: number; y: number; width: number; height: number } | null {
  const row = rows.get(track);
  const top = row ? levelTop(row, depth) : null;
  if (!row || top === null) return null;
  const left = Math.min(width_px + 20, Math.max(-20, xOf(span, width_px, start_ns)));
  const right = Math.min(width_px + 20, Math.max(-20, xOf(span, width_px, start_ns + dur_ns)));
  return { x: left, y: top - scroll_px, width: right - left, height: row.level_px - 1 };
}
