// Hatches the idle time of a device's main stream by cause, with cause and length where there is room.
import type { ChartTheme } from '../../../charts/base/theme.ts';
import { formatSpan } from '../../../kinds/profile/spans.ts';
import { CAUSE_TEXT, type Cause, type IdleGap } from './idle_gaps.ts';
import type { Place } from './paint_marks.ts';
import { levelTop, type TrackRow } from './rows.ts';
import { xOf } from './time_span.ts';

const HATCH_PX = 6;

type Colors = Pick<ChartTheme, 'runs' | 'label'>;

export function causeColor(cause: Cause, { runs, label }: Colors): string {
  return (cause === 'host_wait' ? runs[1] : cause === 'kernel_wait' ? runs[3] : undefined) ?? label;
}

/** Slanted one way, the other, or level: the causes differ without color too. */
function hatch(context: CanvasRenderingContext2D, cause: Cause, color: string): CanvasPattern | null {
  const ratio = window.devicePixelRatio || 1;
  const tile = document.createElement('canvas');
  tile.width = tile.height = HATCH_PX * ratio;
  const on = tile.getContext('2d');
  if (!on) return null;
  on.scale(ratio, ratio);
  on.strokeStyle = color;
  on.lineWidth = 1.1;
  on.globalAlpha = 0.75;
  const n = HATCH_PX;
  const lines: readonly (readonly [number, number, number, number])[] =
    cause === 'host_wait'
      ? [
          [-1, n + 1, n + 1, -1],
          [-1, 1, 1, -1],
          [n - 1, n + 1, n + 1, n - 1],
        ]
      : cause === 'kernel_wait'
        ? [
            [-1, -1, n + 1, n + 1],
            [n - 1, -1, n + 1, 1],
            [-1, n - 1, 1, n + 1],
          ]
        : [[0, n / 2, n, n / 2]];
  on.beginPath();
  for (const [x1, y1, x2, y2] of lines) {
    on.moveTo(x1, y1);
    on.lineTo(x2, y2);
  }
  on.stroke();
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(1 / ratio));
  return pattern;
}

/** Patterns by cause, each made once for a theme. */
export class Hatches {
  readonly #made = new Map<Cause, CanvasPattern | null>();

  constructor(readonly colors: Colors) {}

  of(context: CanvasRenderingContext2D, cause: Cause): CanvasPattern | string {
    let pattern = this.#made.get(cause);
    if (pattern === undefined) {
      pattern = hatch(context, cause, causeColor(cause, this.colors));
      this.#made.set(cause, pattern);
    }
    return pattern ?? causeColor(cause, this.colors);
  }
}

export function paintIdle(
  context: CanvasRenderingContext2D,
  { span, width_px, height_px, scroll_px, theme }: Place,
  rows: ReadonlyMap<number, TrackRow>,
  gaps: readonly IdleGap[],
  hatches: Hatches,
): void {
  context.font = theme.font;
  context.textBaseline = 'middle';
  for (const { track, start_ns, end_ns, cause } of gaps) {
    const row = rows.get(track);
    const top = row ? levelTop(row, 0) : null;
    if (!row || top === null) continue;
    const y = top - scroll_px;
    const height = row.level_px - 1;
    if (y > height_px || y + height < 0) continue;
    const left = Math.max(0, xOf(span, width_px, start_ns));
    const right = Math.min(width_px, xOf(span, width_px, end_ns) - 0.5);
    if (right - left < 1) continue;
    context.fillStyle = hatches.of(context, cause);
    context.fillRect(left, y, right - left, height);
    const text = gapText(cause, end_ns - start_ns, right - left, (words) => context.measureText(words).width);
    if (text === '') continue;
    const width = context.measureText(text).width + 8;
    const at = (left + right - width) / 2;
    context.fillStyle = theme.surface;
    context.fillRect(at, y + 1, width, height - 2);
    context.fillStyle = theme.ink;
    context.fillText(text, at + 4, y + height / 2 + 0.5);
  }
}

/** Cause and length, the length alone, or nothing, by the room there is. */
export function gapText(
  cause: Cause,
  length_ns: number,
  room_px: number,
  widthOf: (text: string) => number,
): string {
  const length = formatSpan(length_ns);
  const full = `${CAUSE_TEXT[cause]}, ${length}`;
  return [full, length].find((text) => widthOf(text) + 28 < room_px) ?? '';
}
