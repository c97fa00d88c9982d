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
import { HIDDEN, sampledPoints, usualRadius } from '../../charts/cloud/points.ts';

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
  /** That of its points; null where they are colored by something else. */
  color: string | null;
}

export interface OverlayMarks {
  /** Names of classes, the most important first: each stands beside the middle of its class, as far off as most of it spreads. */
  names: readonly ClassName[];
  /** So much at the top is under tools: no name is written there. */
  top_px: number;
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
/** From where most of a class ends to the middle of its name: half a line and a point that stands alone. */
const NAME_GAP_PX = 14;
/** Points that names of classes keep clear of, at most. */
const MOST_AVOIDED = 4000;
const PLATE = { height_px: 17, padding_px: 5, swatch_px: 8, gap_px: 4 } as const;
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
  const { ink2, surface, font } = chartTheme();
  const family = font.slice(font.indexOf(' ') + 1);
  const room = new LabelRoom(cloud.size, usualRadius(cloud.points.shades.length));
  room.block({ left: 0, right: cloud.size.width, top: 0, bottom: marks.top_px });
  context.textBaseline = 'middle';
  context.font = `600 12px ${family}`;
  if (marks.names.length > 0) paintClassNames(context, cloud, marks.names, room);
  if (!marks.named) return;
  context.font = `11px ${family}`;
  const candidates = namedPoints(cloud, marks.named.points);
  for (const { x, y } of candidates) room.avoid(x, y);
  const wishes = pointWishes(candidates, marks.named.text);
  context.textAlign = 'center';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = surface;
  context.fillStyle = ink2;
  for (const { text, x, y } of room.place(wishes, (one) => context.measureText(one).width, MOST_NAMES)) {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}

/** Where the names of classes of a cloud were in its last picture: while it moves they do not jump around their classes. */
const spotsBefore = new WeakMap<CloudView, ReadonlyMap<string, number>>();

function paintClassNames(
  context: Context,
  cloud: CloudView,
  names: readonly ClassName[],
  room: LabelRoom,
): void {
  for (const point of sampledPoints(cloud.points.shades.length, MOST_AVOIDED)) {
    const at =
      cloud.points.shades[point] !== HIDDEN &&
      placeOf(cloud.points.positions, point, cloud.matrix, cloud.size);
    if (at) room.avoid(at.x, at.y);
  }
  const colors = new Map(names.map(({ text, color }) => [text, color]));
  const widthOf = (text: string): number => {
    const swatch_px = colors.get(text) ? PLATE.swatch_px + PLATE.gap_px : 0;
    return context.measureText(text).width + swatch_px + 2 * PLATE.padding_px;
  };
  const before = cloud.isMoving ? spotsBefore.get(cloud) : undefined;
  const placed = room.place(classWishes(cloud, names), widthOf, names.length, before);
  spotsBefore.set(cloud, new Map(placed.map(({ text, spot }) => [text, spot])));
  for (const label of placed) paintPlate(context, label, widthOf(label.text), colors.get(label.text) ?? null);
}

/** A name that can be read over points: on a plate, with the color of its class. */
function paintPlate(context: Context, { text, x, y }: Label, width: number, color: string | null): void {
  const { ink, surface } = chartTheme();
  const { height_px, padding_px, swatch_px, gap_px } = PLATE;
  const left = x - width / 2;
  context.globalAlpha = 0.88;
  context.fillStyle = surface;
  context.beginPath();
  context.roundRect(left, y - height_px / 2, width, height_px, 4);
  context.fill();
  context.globalAlpha = 1;
  let begin = left + padding_px;
  if (color) {
    // A square: a disc would look like one more point.
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(begin, y - swatch_px / 2, swatch_px, swatch_px, 2);
    context.fill();
    begin += swatch_px + gap_px;
  }
  context.textAlign = 'left';
  context.fillStyle = ink;
  context.fillText(text, begin, y);
}

function* classWishes(cloud: CloudView, names: readonly ClassName[]): Iterable<LabelWish> {
  const place = new Float32Array(3);
  for (const { text, at, spread } of names) {
    place.set(at);
    const found = placeOf(place, 0, cloud.matrix, cloud.size);
    if (!found) continue;
    const [across, up] = [widthOfSpread(spread, cloud) / found.away, heightOf(spread, cloud) / found.away];
    yield { text, spots: spotsAround(found, across, up) };
  }
}

/** At the edge of what most points of a class reach: above, below, beside it; else nearer to its middle. */
function spotsAround({ x, y }: { x: number; y: number }, across_px: number, up_px: number): LabelSpot[] {
  return [1, 0.5].flatMap((share): LabelSpot[] => {
    const [off_x, off_y] = [share * across_px + NAME_GAP_PX, share * up_px + NAME_GAP_PX];
    return [
      { x, y: y - off_y, side: 0 },
      { x, y: y + off_y, side: 0 },
      { x: x + off_x, y, side: 1 },
      { x: x - off_x, y, side: -1 },
      { x: x + 0.7 * off_x, y: y - 0.7 * off_y, side: 1 },
      { x: x - 0.7 * off_x, y: y - 0.7 * off_y, side: -1 },
      { x: x + 0.7 * off_x, y: y + 0.7 * off_y, side: 1 },
      { x: x - 0.7 * off_x, y: y + 0.7 * off_y, side: -1 },
    ];
  });
}

/** How wide and high in pixels something is at the distance 1. */
function widthOfSpread(spread: Triple, { matrix, size }: CloudView): number {
  return (alongRow(spread, matrix, 0) * size.width) / 2;
}

function heightOf(spread: Triple, { matrix, size }: CloudView): number {
  return (alongRow(spread, matrix, 1) * size.height) / 2;
}

function alongRow(spread: Triple, matrix: Float32Array, row: number): number {
  return Math.hypot(...spread.map((along, axis) => along * (matrix[row + 4 * axis] as number)));
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
