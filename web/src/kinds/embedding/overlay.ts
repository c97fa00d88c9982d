// What is drawn over the points: names, pictures, the picked point with its neighbors, and the line of a selection.
import { chartTheme } from '../../charts/base/theme.ts';
import type { CloudView } from '../../charts/cloud/cloud_view.ts';
import {
  LabelRoom,
  spotsBeside,
  type Label,
  type LabelSpot,
  type LabelWish,
} from '../../charts/cloud/labels.ts';
import { placeOf, type Place } from '../../charts/cloud/picking.ts';
import { HIDDEN } from '../../charts/cloud/points.ts';

export interface Thumbnails {
  image: ImageBitmap | HTMLImageElement;
  width_px: number;
  height_px: number;
  perRow: number;
}

type Triple = readonly [number, number, number];

export interface ClassName {
  text: string;
  at: Triple;
  /** How far most of its points are from the middle, along each axis. */
  spread: Triple;
}

export interface OverlayMarks {
  /** Names of classes, the most important first: each stands beside the middle of its class, as far off as most of it spreads. */
  names: readonly ClassName[];
  /** Points to be named where there is room, and their names. */
  named: { points: Iterable<number>; text: (point: number) => string } | null;
  picked: number | null;
  neighbors: readonly number[];
  colorOf: (point: number) => string;
  thumbnails: Thumbnails | null;
}

export interface PaintedMarks extends OverlayMarks {
  hovered: number | null;
  line: readonly Place[] | null;
}

type Context = CanvasRenderingContext2D;
const MOST_THUMBNAILS = 3000;
const MOST_CANDIDATES = 4000;
const MOST_NAMES = 150;
/** From where most of a class ends to the middle of its name: half a line, its halo and a point that stands alone. */
const NAME_GAP_PX = 14;
/** Pictures are drawn this large unless they are smaller. */
const THUMBNAIL_PX = 26;

export function paintOverlay(canvas: HTMLCanvasElement, cloud: CloudView, marks: PaintedMarks): void {
  // An empty canvas would be blended over every picture all the same.
  canvas.hidden = isEmpty(marks);
  if (canvas.hidden) return;
  const ratio = window.devicePixelRatio || 1;
  const { width, height } = cloud.size;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  if (marks.thumbnails) paintThumbnails(context, cloud, marks.thumbnails);
  paintNeighbors(context, cloud, marks);
  paintNames(context, cloud, marks);
  if (marks.line) paintLine(context, marks.line);
}

function isEmpty({ names, named, picked, thumbnails, hovered, line }: PaintedMarks): boolean {
  return names.length === 0 && [named, picked, thumbnails, hovered, line].every((mark) => mark === null);
}

function paintThumbnails(context: Context, cloud: CloudView, thumbnails: Thumbnails): void {
  const { image, width_px, height_px, perRow } = thumbnails;
  const { positions, shades } = cloud.points;
  const scale = Math.min(1, THUMBNAIL_PX / Math.max(width_px, height_px));
  const [width, height] = [width_px * scale, height_px * scale];
  const stride = Math.max(1, Math.floor(shades.length / MOST_THUMBNAILS));
  for (let point = 0; point < shades.length; point += stride) {
    if (shades[point] === HIDDEN) continue;
    const at = placeOf(positions, point, cloud.matrix, cloud.size);
    if (!at) continue;
    context.drawImage(
      image,
      (point % perRow) * width_px,
      Math.floor(point / perRow) * height_px,
      width_px,
      height_px,
      at.x - width / 2,
      at.y - height / 2,
      width,
      height,
    );
  }
}

function paintNeighbors(context: Context, cloud: CloudView, marks: PaintedMarks): void {
  const { ink, surface } = chartTheme();
  const spot = (point: number | null): { x: number; y: number } | null =>
    point === null ? null : placeOf(cloud.points.positions, point, cloud.matrix, cloud.size);
  const middle = spot(marks.picked);
  context.strokeStyle = ink;
  context.lineWidth = 1;
  if (middle) {
    context.globalAlpha = 0.55;
    for (const point of marks.neighbors) {
      const at = spot(point);
      if (!at) continue;
      context.beginPath();
      context.moveTo(middle.x, middle.y);
      context.lineTo(at.x, at.y);
      context.stroke();
    }
    context.globalAlpha = 1;
    for (const point of marks.neighbors) disc(context, spot(point), 3.6, marks.colorOf(point), surface, 1.2);
    disc(context, middle, 5.5, marks.colorOf(marks.picked ?? 0), ink, 2);
  }
  if (marks.hovered !== null) disc(context, spot(marks.hovered), 5, marks.colorOf(marks.hovered), ink, 1.5);
}

function disc(
  context: Context,
  at: { x: number; y: number } | null,
  radius_px: number,
  fill: string,
  stroke: string,
  line_px: number,
): void {
  if (!at) return;
  context.beginPath();
  context.arc(at.x, at.y, radius_px, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = stroke;
  context.lineWidth = line_px;
  context.stroke();
}

function paintNames(context: Context, cloud: CloudView, marks: OverlayMarks): void {
  const { ink, ink2, surface, font } = chartTheme();
  const family = font.slice(font.indexOf(' ') + 1);
  const write = (labels: readonly Label[], style: string, color: string): void => {
    context.font = style;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 4;
    context.strokeStyle = surface;
    context.fillStyle = color;
    for (const { text, x, y } of labels) {
      context.strokeText(text, x, y);
      context.fillText(text, x, y);
    }
  };
  const strong = `600 12px ${family}`;
  context.font = strong;
  const widthOf = (text: string): number => context.measureText(text).width;
  const room = new LabelRoom(cloud.size);
  write(room.place(classWishes(cloud, marks.names), widthOf), strong, ink);
  if (!marks.named) return;
  const plain = `11px ${family}`;
  context.font = plain;
  const candidates = namedPoints(cloud, marks.named.points);
  for (const { x, y } of candidates) room.avoid(x, y);
  write(room.place(pointWishes(candidates, marks.named.text), widthOf, MOST_NAMES), plain, ink2);
}

function* classWishes(cloud: CloudView, names: readonly ClassName[]): Iterable<LabelWish> {
  const place = new Float32Array(3);
  for (const { text, at, spread } of names) {
    place.set(at);
    const found = placeOf(place, 0, cloud.matrix, cloud.size);
    if (found) yield { text, spots: spotsAround(found, heightOf(spread, cloud) / found.away) };
  }
}

/** Above what most points of a class reach, else below it, else over them. */
function spotsAround({ x, y }: { x: number; y: number }, reach_px: number): LabelSpot[] {
  const off_px = reach_px + NAME_GAP_PX;
  return [y - off_px, y + off_px, y].map((at) => ({ x, y: at, side: 0 }));
}

/** How high in pixels something is at the distance 1. */
function heightOf(spread: Triple, { matrix, size }: CloudView): number {
  const parts = spread.map((along, axis) => along * (matrix[1 + 4 * axis] as number));
  return (Math.hypot(...parts) * size.height) / 2;
}

interface NamedPoint {
  point: number;
  x: number;
  y: number;
}

function namedPoints(cloud: CloudView, points: Iterable<number>): NamedPoint[] {
  const found: NamedPoint[] = [];
  const { width, height } = cloud.size;
  for (const point of points) {
    if (cloud.points.shades[point] === HIDDEN) continue;
    const at = placeOf(cloud.points.positions, point, cloud.matrix, cloud.size);
    if (!at || at.x < 0 || at.y < 0 || at.x > width || at.y > height) continue;
    found.push({ point, x: at.x, y: at.y });
    if (found.length >= MOST_CANDIDATES) break;
  }
  return found;
}

function* pointWishes(points: readonly NamedPoint[], textOf: (point: number) => string): Iterable<LabelWish> {
  for (const { point, x, y } of points) {
    const text = textOf(point);
    if (text) yield { text: text.length > 32 ? `${text.slice(0, 31)}…` : text, spots: spotsBeside(x, y) };
  }
}

function paintLine(context: Context, line: readonly Place[]): void {
  const { ink } = chartTheme();
  context.beginPath();
  line.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.closePath();
  context.globalAlpha = 0.06;
  context.fillStyle = ink;
  context.fill();
  context.globalAlpha = 1;
  context.setLineDash([4, 3]);
  context.lineWidth = 1.2;
  context.strokeStyle = ink;
  context.stroke();
  context.setLineDash([]);
}
