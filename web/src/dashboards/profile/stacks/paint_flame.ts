// Draws a flame graph: boxes with names where there is room, matches of a search filled, the rest pale.
import type { ChartTheme } from '../../../charts/base/theme.ts';
import { changeOf, formatWeight, nameOf } from '../../../kinds/profile/stacks.ts';
import { mixed } from '../timeline/slice_colors.ts';
import { cutText } from '../timeline/paint_slices.ts';
import { ROW_PX, type Flame } from './flame.ts';
import { changeColors, frameColors, type FrameColors, type FrameSort } from './frame_colors.ts';

const NARROW_PX = 3;
const TEXT_FROM_PX = 26;
const TIME_FROM_PX = 150;
const FOUND_SLOT = 5;

export interface FlameScene {
  flame: Flame;
  sorts: readonly FrameSort[];
  theme: ChartTheme;
  scroll_px: number;
  /** 1 where a frame matches the search; null: no search. */
  isMatch: Uint8Array | null;
}

export function paintFlame(
  context: CanvasRenderingContext2D,
  scene: FlameScene,
  width_px: number,
  height_px: number,
): void {
  const { flame, theme, scroll_px } = scene;
  const other = flame.stacks.other_ns;
  const total = flame.stacks.total[flame.weight];
  const palette = new Map<FrameSort, FrameColors>();
  const found = theme.runs[FOUND_SLOT - 1] ?? '#888888';
  context.font = theme.font.replace('10.5px', '11px');
  context.textBaseline = 'middle';
  for (const box of flame.boxes(width_px, scroll_px, scroll_px + height_px)) {
    const sort = scene.sorts[box.row] ?? 'python';
    let colors = palette.get(sort);
    if (!colors) palette.set(sort, (colors = frameColors(theme, sort)));
    if (other) colors = changeColors(theme, changeOf(total[box.row] ?? 0, other[box.row] ?? 0));
    const top = box.top_px - scroll_px;
    const matches = scene.isMatch?.[box.row] === 1;
    const height = ROW_PX - 1;
    if (matches)
      colors = { fill: mixed(found, theme.surface, 0.55), edge: mixed(theme.ink, theme.surface, 0.9) };
    if (box.width_px < NARROW_PX) {
      context.fillStyle = colors.edge;
      context.globalAlpha = matches ? 1 : 0.5;
      context.fillRect(box.left_px, top, Math.max(0.6, box.width_px - 0.6), height);
      context.globalAlpha = 1;
      continue;
    }
    context.globalAlpha = box.isAbove ? 0.6 : 1;
    context.fillStyle = colors.fill;
    context.fillRect(box.left_px, top, box.width_px - 1, height);
    context.fillStyle = colors.edge;
    context.fillRect(box.left_px, top, 1.5, height);
    context.globalAlpha = 1;
    if (matches) {
      context.strokeStyle = theme.ink;
      context.lineWidth = 1;
      context.strokeRect(box.left_px + 0.5, top + 0.5, box.width_px - 2, height - 1);
    }
    if (box.width_px > TEXT_FROM_PX) paintText(context, scene, box.row, box.left_px, box.width_px, top);
  }
}

function paintText(
  context: CanvasRenderingContext2D,
  { flame, theme }: FlameScene,
  row: number,
  left_px: number,
  width_px: number,
  top_px: number,
): void {
  const middle = top_px + (ROW_PX - 1) / 2 + 0.5;
  let room = width_px - 9;
  if (width_px > TIME_FROM_PX) {
    const time = formatWeight(flame.weight, flame.stacks.total[flame.weight][row] ?? 0);
    const time_px = context.measureText(time).width;
    context.fillStyle = theme.ink2;
    context.fillText(time, left_px + width_px - 7 - time_px, middle);
    room -= time_px + 10;
  }
  const { name, place } = nameOf(flame.stacks.frame[row] ?? '');
  context.fillStyle = theme.ink;
  const shown = cutText(context, name.replace(/^void /, ''), room);
  if (shown === '') return;
  context.fillText(shown, left_px + 5, middle);
  room -= context.measureText(shown).width + 8;
  if (place === '' || room < 40) return;
  context.fillStyle = theme.ink2;
  const where = cutText(context, place, room);
  if (where) context.fillText(where, left_px + 13 + context.measureText(shown).width, middle);
}

/** The frame under the pointer and the chosen one, drawn over the rest. */
export function paintOutlines(
  context: CanvasRenderingContext2D,
  scene: FlameScene,
  width_px: number,
  height_px: number,
  near: number | null,
  chosen: number | null,
): void {
  for (const box of scene.flame.boxes(width_px, scene.scroll_px, scene.scroll_px + height_px)) {
    if (box.row !== near && box.row !== chosen) continue;
    context.strokeStyle = scene.theme.ink;
    context.lineWidth = box.row === chosen ? 2 : 1;
    context.strokeRect(
      box.left_px + 0.5,
      box.top_px - scene.scroll_px + 0.5,
      Math.max(1, box.width_px - 2),
      ROW_PX - 2,
    );
  }
}
