import { expect, it } from 'vitest';
import { FIT, movedBy, pixelAt, placed, zoomedAt } from './lens.ts';

const picture = { width: 64, height: 32 };
const room = { width: 320, height: 320 };

it('fits and centers', () => {
  expect(placed(FIT, picture, room)).toEqual({ scale: 5, left: 0, top: 80 });
});

it('shows actual size', () => {
  expect(placed({ zoom: 1, x: 0.5, y: 0.5 }, picture, room)).toEqual({ scale: 1, left: 128, top: 144 });
});

it('keeps the pixel under the pointer while zooming', () => {
  const point = { x: 100, y: 120 };
  const before = pixelAt(FIT, picture, room, point);
  const lens = zoomedAt(FIT, picture, room, point, 4);
  expect(lens.zoom).toBe(20);
  expect(pixelAt(lens, picture, room, point)).toEqual(before);
  expect(zoomedAt(lens, picture, room, point, 100).zoom).toBe(64);
});

it('moves with the hand, and never loses the picture', () => {
  const lens = movedBy({ zoom: 10, x: 0.5, y: 0.5 }, picture, room, { x: 64, y: -32 });
  expect([lens.x, lens.y]).toEqual([0.4, 0.6]);
  expect(movedBy(lens, picture, room, { x: 1e6, y: 0 }).x).toBe(0);
});

it('knows pixels, and that there is none beside the picture', () => {
  expect(pixelAt(FIT, picture, room, { x: 319, y: 239 })).toEqual({ x: 63, y: 31 });
  expect(pixelAt(FIT, picture, room, { x: 10, y: 10 })).toBeNull();
});
