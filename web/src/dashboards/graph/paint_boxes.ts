// Draws the boxes of a graph: groups that are open as frames, all else as boxes, pills and signs with a colored edge.
import type { DrawingContext } from '../../charts/export/drawing_context.ts';
import { get } from './layout/types.ts';
import { SECOND_FONT, STACK_STEP, TITLE_FONT, type DrawnRow } from './box_sizes.ts';
import type { Rect } from './camera.ts';
import type { ColorSlot } from './graph_colors.ts';
import type { GraphTheme } from './graph_theme.ts';
import type { PlacedLevel } from './scene.ts';

export interface Marks {
  selected: number;
  hovered: number;
  /** 1 for rows on a way that is traced; null: none is. */
  isLit: Uint8Array | null;
  /** 1 for rows that match the search; null: no search. */
  isMatch: Uint8Array | null;
}

export interface GraphScene {
  placed: PlacedLevel;
  slots: readonly ColorSlot[];
  theme: GraphTheme;
  marks: Marks;
  isWidthBySize: boolean;
  /** Whether ways have the colors of what became of them. */
  isChangeShown: boolean;
  /** A text without its end where there is no room for all of it. */
  cut: (text: string, font: string, room: number) => string;
}

/** Below these scales texts and round corners are not seen. */
const TEXT_FROM = 0.42;
const SHAPE_FROM = 0.16;
/** Below this scale outlines get thinner, too. */
const THIN_FROM = 0.25;
/** Beside a way that is traced, and beside what a search found. */
const DIMMED = 0.28;
const NOT_FOUND = 0.5;
const NO_TEXT: [string, number] = ['', 0];

export function colorOf(theme: GraphTheme, slot: ColorSlot): string {
  if (!slot) return theme.lineStrong;
  return 'class' in slot ? (theme.runs[slot.class] ?? theme.ink4) : (theme.scale[slot.shade] ?? theme.ink4);
}

function isIn(seen: Rect, left: number, top: number, width: number, height: number): boolean {
  return left <= seen.right && left + width >= seen.left && top <= seen.bottom && top + height >= seen.top;
}

/** Rows from the outside in, so that what is inside lies above. */
export function paintFrames(context: DrawingContext, scene: GraphScene, seen: Rect, scale: number): void {
  const { placed, theme } = scene;
  placed.level.rows.forEach((row, i) => {
    if (!row.isOpen) return;
    const [x, y, width, height] = boxOf(placed, i);
    if (!isIn(seen, x, y, width, height)) return;
    context.fillStyle = depthOf(placed, i) % 2 === 0 ? theme.sunken : theme.surface;
    context.strokeStyle = i === scene.marks.selected ? theme.ink : theme.lineStrong;
    context.lineWidth = (i === scene.marks.selected ? 2 : 1) / Math.min(1, Math.max(scale, 0.2));
    outline(context, x, y, width, height, scale < SHAPE_FROM ? 0 : 8);
    context.fill();
    context.stroke();
    if (scale >= TEXT_FROM * 0.6) paintHeader(context, scene, i, [x, y, width, height]);
  });
}

function paintHeader(
  context: DrawingContext,
  { placed, theme, slots, cut, marks }: GraphScene,
  row: number,
  [x, y, width]: [number, number, number, number],
): void {
  const drawn = get(placed.drawn, row);
  const slot = get(slots, row);
  context.strokeStyle = theme.ink2;
  context.lineWidth = 1.4;
  context.beginPath();
  context.moveTo(x + 10, y + 12);
  context.lineTo(x + 14, y + 16);
  context.lineTo(x + 18, y + 12);
  context.stroke();
  context.textBaseline = 'middle';
  context.font = `${SECOND_FONT} ${theme.face}`;
  const facts = cut(drawn.second, SECOND_FONT, width / 2);
  const facts_px = context.measureText(facts).width;
  context.fillStyle = theme.label;
  context.fillText(facts, x + width - 10 - facts_px, y + 15);
  context.font = `${TITLE_FONT.strong} ${theme.face}`;
  context.fillStyle = marks.isMatch?.[row] === 1 ? theme.crosshair : theme.ink;
  context.fillText(cut(drawn.title, TITLE_FONT.strong, width - facts_px - 46), x + 25, y + 15);
  if (slot) {
    context.fillStyle = colorOf(theme, slot);
    context.fillRect(x + 8, y + 26, Math.max(20, width - 16), 2);
  }
}

function boxOf({ layout }: PlacedLevel, row: number): [number, number, number, number] {
  return [get(layout.x, row), get(layout.y, row), get(layout.width, row), get(layout.height, row)];
}

function depthOf({ level }: PlacedLevel, row: number): number {
  let depth = 0;
  for (let at = get(level.rows, row).parent; at >= 0; at = get(level.rows, at).parent) depth += 1;
  return depth;
}

export function paintBoxes(context: DrawingContext, scene: GraphScene, seen: Rect, scale: number): void {
  const { placed, theme, slots, marks } = scene;
  const isSmall = scale < SHAPE_FROM;
  placed.level.rows.forEach((row, i) => {
    if (row.isOpen) return;
    const [x, y, width, height] = boxOf(placed, i);
    if (!isIn(seen, x, y, width, height)) return;
    context.globalAlpha = alphaOf(scene, i);
    if (isSmall) {
      context.fillStyle = slots[i] ? colorOf(theme, get(slots, i)) : theme.ink4;
      context.fillRect(x, y, width, height);
      if (i === marks.selected || marks.isMatch?.[i] === 1) {
        context.fillStyle = theme.ink;
        context.fillRect(x - 2 / scale, y - 2 / scale, width + 4 / scale, height + 4 / scale);
      }
    } else paintBox(context, scene, i, [x, y, width, height], scale);
  });
  context.globalAlpha = 1;
}

function alphaOf({ placed, marks }: GraphScene, i: number): number {
  if (marks.isLit && marks.isLit[i] !== 1) return DIMMED;
  if (!marks.isLit && marks.isMatch && marks.isMatch[i] !== 1) return NOT_FOUND;
  return get(placed.level.rows, i).isAside ? 0.7 : 1;
}

function paintBox(
  context: DrawingContext,
  scene: GraphScene,
  i: number,
  [x, y, width, height]: [number, number, number, number],
  scale: number,
): void {
  const { placed, theme, slots, marks } = scene;
  const row = get(placed.level.rows, i);
  const { shape } = get(placed.drawn, i);
  const radius = shape === 'box' ? 6 : height / 2;
  const isStrong = i === marks.selected || marks.isMatch?.[i] === 1;
  // As wide on screen as in life where the graph is drawn smaller: outlines would fade.
  context.lineWidth =
    (i === marks.selected ? 2.4 : isStrong || i === marks.hovered ? 1.6 : 1) /
    Math.min(1, Math.max(scale, THIN_FROM));
  context.strokeStyle = isStrong || i === marks.hovered ? theme.ink : theme.lineStrong;
  context.fillStyle = shape === 'pill' ? theme.sunken : theme.surface;
  if (row.part === 'series')
    for (const step of [2 * STACK_STEP, STACK_STEP]) {
      outline(context, x + step, y + step, width, height, radius);
      context.fill();
      context.stroke();
    }
  outline(context, x, y, width, height, radius);
  context.fill();
  context.stroke();
  const slot = get(slots, i);
  if (shape === 'box' && (slot || row.part !== 'operation')) {
    context.fillStyle = colorOf(theme, slot);
    context.fillRect(x + 3, y + 6, 4, height - 12);
  }
  if (row.part !== 'operation' && scale >= TEXT_FROM) paintChevron(context, theme, x + width, y + height / 2);
}

function paintChevron(context: DrawingContext, theme: GraphTheme, right: number, middle: number): void {
  context.strokeStyle = theme.ink2;
  context.lineWidth = 1.4;
  context.beginPath();
  context.moveTo(right - 14, middle - 4);
  context.lineTo(right - 10, middle);
  context.lineTo(right - 14, middle + 4);
  context.stroke();
}

/** Texts of one font at a time: to change it for each of thousands costs as much as to draw them. */
export function paintBoxTexts(context: DrawingContext, scene: GraphScene, seen: Rect, scale: number): void {
  const { placed, theme, cut } = scene;
  if (scale < TEXT_FROM) return;
  const rows = placed.level.rows.flatMap((row, i) =>
    !row.isOpen && isIn(seen, ...boxOf(placed, i)) ? [i] : [],
  );
  const paint = (
    font: string,
    color: string,
    textOf: (drawn: DrawnRow, isGroup: boolean) => [string, number],
  ): void => {
    context.font = `${font} ${theme.face}`;
    context.fillStyle = color;
    for (const i of rows) {
      const [x, y, width, height] = boxOf(placed, i);
      const drawn = get(placed.drawn, i);
      const isGroup = get(placed.level.rows, i).part !== 'operation';
      const [text, below] = textOf(drawn, isGroup);
      if (text === '') continue;
      const room = drawn.shape === 'circle' ? width : width - (isGroup ? 36 : 18);
      const isCentered = drawn.shape !== 'box';
      context.globalAlpha = alphaOf(scene, i);
      context.textAlign = isCentered ? 'center' : 'left';
      context.fillText(cut(text, font, room), isCentered ? x + width / 2 : x + 13, y + height / 2 + below);
    }
  };
  const titleOf = ({ title, second }: DrawnRow): [string, number] => [title, second ? -7 : 0.5];
  context.textBaseline = 'middle';
  paint(TITLE_FONT.strong, theme.ink, (drawn, isGroup) => (isGroup ? titleOf(drawn) : NO_TEXT));
  paint(TITLE_FONT.plain, theme.ink, (drawn, isGroup) => (isGroup ? NO_TEXT : titleOf(drawn)));
  paint(SECOND_FONT, theme.label, ({ second }) => [second, 8]);
  context.textAlign = 'left';
  context.globalAlpha = 1;
}

function outline(
  context: DrawingContext,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  context.beginPath();
  if (radius > 0) context.roundRect(x, y, width, height, radius);
  else context.rect(x, y, width, height);
}
