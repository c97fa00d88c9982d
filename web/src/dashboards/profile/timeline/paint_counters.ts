// Draws counters as small areas, from 0 to the highest value of the whole profile.
import type { CounterSteps, CounterWindow } from './counters.ts';
import type { Place } from './paint_marks.ts';
import { COUNTER_PADDING_PX, type CounterRow, type Row } from './rows.ts';
import { xOf, type TimeSpan } from './time_span.ts';

export function paintCounters(
  context: CanvasRenderingContext2D,
  place: Place,
  rows: readonly Row[],
  values: CounterWindow,
): void {
  for (const row of rows) {
    if (row.kind !== 'counter') continue;
    const y = row.y_px - place.scroll_px;
    const steps = values.get(row.counter);
    if (steps && y < place.height_px && y + row.height_px > 0) paintArea(context, place, row, y, steps);
  }
}

function paintArea(
  context: CanvasRenderingContext2D,
  { span, width_px, theme }: Place,
  row: CounterRow,
  top_px: number,
  steps: CounterSteps,
): void {
  const bottom = top_px + row.height_px - COUNTER_PADDING_PX;
  const height = row.height_px - 2 * COUNTER_PADDING_PX;
  const points = outline(steps, span, width_px, row.about.max).map(
    ([x, share]) => [x, bottom - share * height] as const,
  );
  const [first] = points;
  if (!first) return;
  const line = new Path2D();
  line.moveTo(...first);
  for (const point of points.slice(1)) line.lineTo(...point);
  const area = new Path2D(line);
  area.lineTo(points.at(-1)?.[0] ?? 0, bottom);
  area.lineTo(first[0], bottom);
  context.fillStyle = theme.ink2;
  context.globalAlpha = 0.12;
  context.fill(area);
  context.globalAlpha = 1;
  context.strokeStyle = theme.ink2;
  context.lineWidth = 1;
  context.stroke(line);
}

/** Corners of the stairs in sight: x, and the share of the highest value. */
export function outline(
  { start_ns, value }: CounterSteps,
  span: TimeSpan,
  width_px: number,
  max: number,
): [number, number][] {
  const points: [number, number][] = [];
  const limit = max > 0 ? max : 1;
  for (let i = 0; i < start_ns.length; i += 1) {
    const next_ns = start_ns[i + 1] ?? span.end_ns;
    if (next_ns < span.start_ns) continue;
    if ((start_ns[i] ?? 0) > span.end_ns) break;
    const share = Math.min(1, Math.max(0, (value[i] ?? 0) / limit));
    points.push([Math.max(0, xOf(span, width_px, start_ns[i] ?? 0)), share]);
    points.push([Math.min(width_px, xOf(span, width_px, next_ns)), share]);
  }
  return points;
}
