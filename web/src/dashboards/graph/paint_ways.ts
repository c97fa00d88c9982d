// Draws the edges of a graph: curves within a group, right angles between lines of a wrapped chain, as wide as what they carry.
import type { DrawingContext } from '../../charts/export/drawing_context.ts';
import { get } from './layout/types.ts';
import type { Change } from '../../kinds/graph/level.ts';
import type { Rect } from './camera.ts';
import { CHANGE_SLOTS } from './graph_colors.ts';
import { colorOf, type GraphScene } from './paint_boxes.ts';
import { piecesOf } from './scene.ts';

const STRAIGHT_BELOW = 0.22;
const HEADS_FROM = 0.3;
const TEXT_FROM = 0.6;
const CORNER = 10;
const HEAD = 7;
const WIDTHS = [1, 1.4, 2, 2.8, 3.8] as const;
const DIMMED = 0.16;
/** What ways are colored by, by two bits of the key of a group. */
const FATES = [null, 'added', 'removed'] as const;

/** Sizes spread over many powers of ten: each width is for some of them. */
export function widthClass(n_bytes: number): number {
  if (n_bytes <= 0) return 0;
  return Math.max(0, Math.min(WIDTHS.length - 1, Math.floor((Math.log10(n_bytes) - 2) / 1.5)));
}

export function paintWays(context: DrawingContext, scene: GraphScene, seen: Rect, scale: number): void {
  const { placed, theme, marks } = scene;
  const lit = litPieces(scene);
  const order = groupedPieces(scene, seen, lit);
  for (const [key, pieces] of order) {
    const [width, isControl, isLit] = [key >> 4, (key & 2) > 0, (key & 1) > 0];
    const change = FATES[(key >> 2) & 3] ?? null;
    context.strokeStyle = change
      ? colorOf(theme, { class: CHANGE_SLOTS[change] })
      : isLit
        ? theme.ink
        : theme.ink4;
    context.fillStyle = context.strokeStyle;
    context.globalAlpha = lit && !isLit ? (marks.isLit ? DIMMED : 0.55) : 0.8;
    context.lineWidth = Math.max(get(WIDTHS, width), 0.7 / scale);
    context.setLineDash(change === 'removed' ? [2, 4] : isControl ? [4, 4] : []);
    context.beginPath();
    for (const piece of pieces) tracePiece(context, scene, piece, scale);
    context.stroke();
    if (scale < HEADS_FROM) continue;
    context.setLineDash([]);
    for (const piece of pieces) if (placed.layout.hasHead[piece]) paintHead(context, scene, piece);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** 1 for the pieces of edges of the selected row, or between traced rows; null: nothing is marked. */
function litPieces({ placed, marks }: GraphScene): Uint8Array | null {
  const { level, layout } = placed;
  if (marks.isLit === null && marks.selected < 0) return null;
  const lit = new Uint8Array(layout.isSquare.length);
  level.edges.forEach(({ from, to }, edge) => {
    const isOn = marks.isLit
      ? marks.isLit[from] === 1 && marks.isLit[to] === 1
      : from === marks.selected || to === marks.selected;
    if (isOn) for (const piece of piecesOf(layout, edge)) lit[piece] = 1;
  });
  return lit;
}

/** Pieces in sight, by how they are drawn; marked ones last, so that they lie above. */
function groupedPieces(scene: GraphScene, seen: Rect, lit: Uint8Array | null): [number, number[]][] {
  const { layout, pieceBytes, pieceIsControl, pieceChange } = scene.placed;
  const groups = new Map<number, number[]>();
  for (let piece = 0; piece < layout.isSquare.length; piece += 1) {
    if (!isSeen(scene, piece, seen)) continue;
    const width = scene.isWidthBySize ? widthClass(get(pieceBytes, piece)) : 1;
    const fate = scene.isChangeShown ? fateOf(pieceChange[piece] ?? null) : 0;
    const key = (width << 4) | (fate << 2) | (pieceIsControl[piece] ? 2 : 0) | (lit?.[piece] ? 1 : 0);
    const group = groups.get(key);
    if (group) group.push(piece);
    else groups.set(key, [piece]);
  }
  return [...groups].sort(([a], [b]) => (a & 1) - (b & 1) || a - b);
}

function fateOf(change: Change | null): number {
  return change === 'added' ? 1 : change === 'removed' ? 2 : 0;
}

function isSeen({ placed: { layout } }: GraphScene, piece: number, seen: Rect): boolean {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 2 * get(layout.pieceBegin, piece); i < 2 * get(layout.pieceBegin, piece + 1); i += 2) {
    const [x, y] = [get(layout.points, i), get(layout.points, i + 1)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return left <= seen.right && right >= seen.left && top <= seen.bottom && bottom >= seen.top;
}

function tracePiece(
  context: DrawingContext,
  { placed: { layout } }: GraphScene,
  piece: number,
  scale: number,
): void {
  const [begin, end] = [2 * get(layout.pieceBegin, piece), 2 * get(layout.pieceBegin, piece + 1)];
  if (end - begin < 4) return;
  const { points } = layout;
  let [x, y] = [get(points, begin), get(points, begin + 1)];
  context.moveTo(x, y);
  for (let i = begin + 2; i < end; i += 2) {
    const [to_x, to_y] = [get(points, i), get(points, i + 1)];
    if (scale < STRAIGHT_BELOW || Math.abs(to_y - y) < 0.5) context.lineTo(to_x, to_y);
    else if (layout.isSquare[piece]) corner(context, x, y, to_x, to_y, points, i, end);
    else {
      // A way back leaves to the right and comes from the left too.
      const bend = to_x > x ? (to_x - x) / 2 : 30;
      context.bezierCurveTo(x + bend, y, to_x - bend, to_y, to_x, to_y);
    }
    [x, y] = [to_x, to_y];
  }
}

/** A line to a corner, rounded where another follows. */
function corner(
  context: DrawingContext,
  x: number,
  y: number,
  to_x: number,
  to_y: number,
  points: Float32Array,
  i: number,
  end: number,
): void {
  if (i + 2 >= end) return context.lineTo(to_x, to_y);
  const next_x = get(points, i + 2);
  const [room, ahead] = [
    Math.hypot(to_x - x, to_y - y),
    Math.hypot(next_x - to_x, get(points, i + 3) - to_y),
  ];
  const r = Math.min(CORNER, room / 2, ahead / 2);
  if (r < 1) return context.lineTo(to_x, to_y);
  context.lineTo(to_x - ((to_x - x) / room) * r, to_y - ((to_y - y) / room) * r);
  context.quadraticCurveTo(
    to_x,
    to_y,
    to_x + ((next_x - to_x) / ahead) * r,
    to_y + ((get(points, i + 3) - to_y) / ahead) * r,
  );
}

function paintHead(context: DrawingContext, { placed: { layout } }: GraphScene, piece: number): void {
  const end = 2 * get(layout.pieceBegin, piece + 1);
  const [x, y] = [get(layout.points, end - 2), get(layout.points, end - 1)];
  // The way back of a cycle comes from the right.
  const length = get(layout.points, end - 4) > x ? -HEAD : HEAD;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - length, y - HEAD / 2);
  context.lineTo(x - length, y + HEAD / 2);
  context.closePath();
  context.fill();
}

/** What the edges of the selected row carry, in the middle of their last pieces. */
export function paintWayTexts(context: DrawingContext, scene: GraphScene, seen: Rect, scale: number): void {
  const { placed, theme, marks } = scene;
  if (scale < TEXT_FROM) return;
  const { layout, level } = placed;
  const isFew = level.edges.length <= 60;
  context.font = `10px ${theme.face}`;
  context.textBaseline = 'middle';
  level.edges.forEach(({ from, to, text }, edge) => {
    const isOwn = from === marks.selected || to === marks.selected;
    if (text === '' || (!isOwn && !isFew)) return;
    const piece = [...piecesOf(layout, edge)].at(to === marks.selected ? -1 : 0);
    if (piece === undefined || !isSeen(scene, piece, seen)) return;
    const place = middleOf(scene, piece, context.measureText(text).width);
    if (!place) return;
    context.fillStyle = theme.bg;
    context.globalAlpha = 0.85;
    context.fillRect(place.x - 2, place.y - 6, place.width + 4, 12);
    context.globalAlpha = 1;
    context.fillStyle = isOwn ? theme.ink2 : theme.label;
    context.fillText(text, place.x, place.y + 0.5);
  });
}

/** Null where there is no room beside the ends. */
function middleOf(
  { placed: { layout } }: GraphScene,
  piece: number,
  width: number,
): { x: number; y: number; width: number } | null {
  const [begin, end] = [2 * get(layout.pieceBegin, piece), 2 * get(layout.pieceBegin, piece + 1)];
  let best: { x: number; y: number; width: number } | null = null;
  let room = width + 14;
  for (let i = begin; i + 3 < end; i += 2) {
    const [x, to_x] = [get(layout.points, i), get(layout.points, i + 2)];
    if (to_x - x <= room) continue;
    room = to_x - x;
    best = {
      x: (x + to_x - width) / 2,
      y: (get(layout.points, i + 1) + get(layout.points, i + 3)) / 2,
      width,
    };
  }
  return best;
}
