// Draws the slices in sight: narrow ones as merged rectangles, from 3 px on with an edge and, where there is room, a name.
import { levelTop, type TrackRow } from './rows.ts';
import type { SeenSlices } from './seen_slices.ts';
import type { SlicePalette } from './slice_colors.ts';
import { xOf, type TimeSpan } from './time_span.ts';

const NARROW_PX = 3;
const EDGE_PX = 1.5;
const GAP_PX = 0.7;
const TEXT_FROM_PX = 22;
const TEXT_ROOM_PX = 7;

export interface SliceScene {
  seen: SeenSlices;
  rows: ReadonlyMap<number, TrackRow>;
  span: TimeSpan;
  palette: SlicePalette;
  ink: string;
  font: string;
  /** Of all rows, scrolled out at the top. */
  scroll_px: number;
  /** Names that are searched for; others are dimmed. Null: no search. */
  isMatch: ((name: string) => boolean) | null;
}

type Canvas = Pick<
  CanvasRenderingContext2D,
  | 'fillRect'
  | 'strokeRect'
  | 'fillText'
  | 'measureText'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'font'
  | 'globalAlpha'
  | 'textBaseline'
>;

export function paintSlices(context: Canvas, scene: SliceScene, width_px: number, height_px: number): void {
  const { seen, rows, span, palette, scroll_px, isMatch } = scene;
  context.font = scene.font;
  context.textBaseline = 'middle';
  const narrow = new NarrowRun(context);
  for (let i = 0; i < seen.length; i += 1) {
    const row = rows.get(seen.track[i] ?? -1);
    if (!row) continue;
    const depth = seen.depth[i] ?? 0;
    const top = levelTop(row, depth);
    if (top === null) continue;
    const y = top - scroll_px;
    if (y > height_px || y + row.level_px < 0) continue;
    const left = Math.max(-2, xOf(span, width_px, seen.start_ns[i] ?? 0));
    const right = Math.min(width_px + 2, xOf(span, width_px, seen.end_ns[i] ?? 0));
    if (right < 0 || left > width_px) continue;
    const name = seen.name[i] ?? '';
    const colors = palette.of(seen.category[i] ?? 0, name, depth);
    const matches = isMatch === null || isMatch(name);
    const height = row.level_px - 1;
    if (right - left < NARROW_PX) {
      narrow.add(left, right, y, height, isMatch && matches ? scene.ink : colors.edge, matches);
      continue;
    }
    narrow.flush();
    context.globalAlpha = matches ? 1 : 0.3;
    context.fillStyle = colors.fill;
    context.fillRect(left, y, right - left - GAP_PX, height);
    context.fillStyle = colors.edge;
    context.fillRect(left, y, EDGE_PX, height);
    context.fillStyle = scene.ink;
    if ((seen.count[i] ?? 1) === 1 && right - left > TEXT_FROM_PX) {
      const from = Math.max(0, left);
      const text = cutText(context, name, Math.min(right, width_px) - from - TEXT_ROOM_PX);
      if (text !== '') context.fillText(text, from + 4.5, y + height / 2 + 0.5);
    }
    if (isMatch && matches) {
      context.strokeStyle = scene.ink;
      context.lineWidth = 1;
      context.strokeRect(left + 0.5, y + 0.5, right - left - GAP_PX - 1, height - 1);
    }
  }
  narrow.flush();
  context.globalAlpha = 1;
}

/** Narrow slices beside each other become one rectangle: a busy row costs as much as a quiet one. */
class NarrowRun {
  #left = 0;
  #right = 0;
  #y = 0;
  #height = 0;
  #color = '';

  #alpha = 1;

  constructor(readonly context: Canvas) {}

  add(left: number, right: number, y: number, height: number, color: string, isBright: boolean): void {
    const end = Math.max(right - GAP_PX, left + 0.8);
    const alpha = isBright ? 0.62 : 0.18;
    const isNext = this.#color === color && this.#y === y && this.#alpha === alpha;
    if (isNext && left <= this.#right + 0.3) {
      this.#right = Math.max(this.#right, end);
      return;
    }
    this.flush();
    [this.#left, this.#right, this.#y, this.#height] = [left, end, y, height];
    [this.#color, this.#alpha] = [color, alpha];
  }

  flush(): void {
    if (this.#color === '') return;
    this.context.globalAlpha = this.#alpha;
    this.context.fillStyle = this.#color;
    this.context.fillRect(this.#left, this.#y, this.#right - this.#left, this.#height);
    this.#color = '';
  }
}

const widths = new Map<string, number>();
const MOST_WIDTHS = 20_000;

/** As much of a name as fits, with an ellipsis; empty where that would say nothing. */
export function cutText(context: Pick<Canvas, 'measureText'>, text: string, room_px: number): string {
  let width = widths.get(text);
  if (width === undefined) {
    if (widths.size > MOST_WIDTHS) widths.clear();
    width = context.measureText(text.slice(0, 400)).width;
    widths.set(text, width);
  }
  if (width <= room_px) return text;
  const length = Math.floor((Math.min(text.length, 400) * room_px) / width) - 1;
  return length < 2 ? '' : `${text.slice(0, length)}…`;
}
