// What is drawn over the points: names, pictures, the picked point with its neighbors, and the line of a selection.
import { chartTheme } from '../../charts/base/theme.ts';
import type { CloudView } from '../../charts/cloud/cloud_view.ts';
import { LabelRoom, type Label } from '../../charts/cloud/labels.ts';
import { placeOf, type Place } from '../../charts/cloud/picking.ts';
import { HIDDEN } from '../../charts/cloud/points.ts';

export interface Thumbnails {
  image: ImageBitmap | HTMLImageElement;
  width_px: number;
  height_px: number;
  perRow: number;
}

export interface OverlayMarks {
  /** Names at places of the cloud, the most important first. */
  names: readonly { text: string; at: readonly [number, number, number] }[];
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
  const classes = room.place(classNames(cloud, marks), widthOf);
  write(classes, strong, ink);
  if (!marks.named) return;
  const plain = `11px ${family}`;
  context.font = plain;
  const points = room.place(pointNames(cloud, marks.named), widthOf, MOST_NAMES);
  write(points, plain, ink2);
}

function* classNames(cloud: CloudView, { names }: OverlayMarks): Iterable<Label> {
  const at = new Float32Array(3);
  for (const { text, at: place } of names) {
    at.set(place);
    const found = placeOf(at, 0, cloud.matrix, cloud.size);
    if (found) yield { text, x: found.x, y: found.y };
  }
}

function* pointNames(cloud: CloudView, named: NonNullable<OverlayMarks['named']>): Iterable<Label> {
  let left = MOST_CANDIDATES;
  for (const point of named.points) {
    if (cloud.points.shades[point] === HIDDEN) continue;
    const found = placeOf(cloud.points.positions, point, cloud.matrix, cloud.size);
    const { width, height } = cloud.size;
    if (!found || found.x < 0 || found.y < 0 || found.x > width || found.y > height) continue;
    left -= 1;
    if (left < 0) return;
    const text = named.text(point);
    if (text) yield { text: text.length > 32 ? `${text.slice(0, 31)}…` : text, x: found.x, y: found.y - 11 };
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
