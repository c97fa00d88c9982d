// The part of a picture in view: the same lens over several pictures pans and zooms them together.

export interface Lens {
  /** Screen pixels per picture pixel; null: as large as fits. */
  zoom: number | null;
  /** The picture's point in the middle of the room, in parts of its width and height. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Placed {
  scale: number;
  left: number;
  top: number;
}

export const FIT: Lens = { zoom: null, x: 0.5, y: 0.5 };
const ZOOMS = { min: 1 / 16, max: 64 } as const;

export function fitScale(picture: Size, room: Size): number {
  return Math.min(room.width / Math.max(1, picture.width), room.height / Math.max(1, picture.height));
}

export function placed(lens: Lens, picture: Size, room: Size): Placed {
  const scale = lens.zoom ?? fitScale(picture, room);
  const [x, y] = lens.zoom === null ? [0.5, 0.5] : [lens.x, lens.y];
  return {
    scale,
    left: room.width / 2 - x * picture.width * scale,
    top: room.height / 2 - y * picture.height * scale,
  };
}

/** Zoom by a factor so that what is under a point stays there. */
export function zoomedAt(lens: Lens, picture: Size, room: Size, point: Point, factor: number): Lens {
  const { scale, left, top } = placed(lens, picture, room);
  const zoom = Math.max(ZOOMS.min, Math.min(ZOOMS.max, scale * factor));
  const under = { x: (point.x - left) / scale, y: (point.y - top) / scale };
  return {
    zoom,
    x: (under.x - (point.x - room.width / 2) / zoom) / picture.width,
    y: (under.y - (point.y - room.height / 2) / zoom) / picture.height,
  };
}

export function movedBy(lens: Lens, picture: Size, room: Size, by: Point): Lens {
  const { scale } = placed(lens, picture, room);
  const from = lens.zoom === null ? FIT : lens;
  const inside = (value: number): number => Math.max(0, Math.min(1, value));
  return {
    zoom: scale,
    x: inside(from.x - by.x / scale / picture.width),
    y: inside(from.y - by.y / scale / picture.height),
  };
}

/** The picture's pixel under a point of the room; null beside it. */
export function pixelAt(lens: Lens, picture: Size, room: Size, point: Point): Point | null {
  const { scale, left, top } = placed(lens, picture, room);
  const pixel = { x: Math.floor((point.x - left) / scale), y: Math.floor((point.y - top) / scale) };
  return pixel.x >= 0 && pixel.y >= 0 && pixel.x < picture.width && pixel.y < picture.height ? pixel : null;
}
