import { expect, it } from 'vitest';
import { moved, poseOf, poseText } from '../base/pose.ts';
import { around, frameOf, START, viewMatrix, zoomed } from './camera.ts';
import { drawDensity } from './density.ts';
import { LabelRoom, spotsBeside, type LabelWish } from './labels.ts';
import { layersOf, wholeLayers } from './layers.ts';
import { PixelCloud } from './pixel_cloud.ts';
import { placeOf, pointAt, pointsInside } from './picking.ts';
import { DIM, HIDDEN, reordered, shuffledOrder, type CloudPoints } from './points.ts';
import { drawPoints, farToNear } from './raster.ts';
import type { Picture, Scene } from './scene.ts';

const RED = 0xff0000ff;
const BLUE = 0xffff0000;
const PALE = 0xffcccccc;
const WHITE = 0xffffffff;
const widthOf = (text: string): number => text.length * 6;
const flat = { ...START, yaw: 0, pitch: 0 };
const unit = { center: [0, 0, 0], radius: 1 } as const;

function points(places: readonly (readonly number[])[], shades?: readonly number[]): CloudPoints {
  return {
    positions: Float32Array.from(places.flat()),
    shades: Uint8Array.from(shades ?? places.map(() => 0)),
    radii: null,
  };
}

function picture(width = 20, height = 20): Picture {
  return { width, height, pixels: new Uint32Array(width * height) };
}

function scene(change: Partial<Scene> = {}): Scene {
  const palette = new Uint32Array(256).fill(RED);
  palette[1] = BLUE;
  palette[DIM] = PALE;
  return {
    matrix: viewMatrix(flat, unit, 2, 20, 20),
    count: 10,
    palette,
    surface: WHITE,
    radius_px: 0.5,
    ratio: 1,
    isSolid: false,
    ...change,
  };
}

function draw(given: CloudPoints, how: Scene, into: Picture): void {
  const cloud = new PixelCloud();
  cloud.setPoints(
    given,
    Uint32Array.from(given.shades, (_, i) => i),
  );
  drawPoints(cloud, how, into);
}

const colorsOf = ({ pixels }: Picture): Set<number> => new Set(pixels);

it('sets one pixel for a point in the middle and leaves the surface elsewhere', () => {
  const made = picture();
  draw(points([[0.01, -0.01, 0]]), scene({ count: 1 }), made);
  expect([...made.pixels].filter((pixel) => pixel === RED)).toHaveLength(1);
  expect(made.pixels[10 * 20 + 10]).toBe(RED);
});

it('draws the nearer of two points in three dimensions, whatever their order', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const [far, near] = [
      [0, 0, -0.5],
      [0, 0, 0.5],
    ];
    const places = order.map((which) => (which === 0 ? far : near) as number[]);
    const made = picture();
    draw(
      points(places, order),
      scene({ count: 2, matrix: viewMatrix(flat, unit, 3, 20, 20), isSolid: true }),
      made,
    );
    expect(colorsOf(made)).toEqual(new Set([WHITE, BLUE]));
  }
});

it('draws dim points behind all others and hidden ones, NaN and those outside not at all', () => {
  const made = picture();
  const places = [
    [0, 0, 0],
    [0, 0, 0],
    [0.5, 0.5, 0],
    [NaN, 0, 0],
    [40, 0, 0],
  ];
  draw(points(places, [1, DIM, HIDDEN, 0, 0]), scene({ count: 5 }), made);
  expect(colorsOf(made)).toEqual(new Set([WHITE, BLUE]));
});

it('blends discs with smooth edges where there is time for them', () => {
  const made = picture();
  draw(points([[0, 0, 0]]), scene({ count: 1, radius_px: 3 }), made);
  expect(colorsOf(made).size).toBeGreaterThan(3);
});

it('shows more points as a stronger color of the density scale', () => {
  const made = picture(60, 60);
  const many = Array.from({ length: 200 }, () => [-0.5, 0, 0]);
  const few = Array.from({ length: 40 }, () => [0.5, 0, 0]);
  const levels = Uint32Array.from({ length: 256 }, (_, i) => i);
  const matrix = viewMatrix(flat, unit, 2, 60, 60);
  drawDensity(points([...many, ...few]), scene({ count: 240, matrix }), made, levels);
  const level = (x: number): number => made.pixels[30 * 60 + x] as number;
  expect(level(16)).toBeGreaterThan(level(44));
  expect(level(44)).toBeGreaterThan(20);
  expect(made.pixels[0]).toBe(WHITE);
});

it('orders points from far to near, also when all are equally far', () => {
  expect([...farToNear(Float32Array.of(1, 3, 2))]).toEqual([1, 2, 0]);
  expect([...farToNear(Float32Array.of(2, 2))].sort()).toEqual([0, 1]);
});

it('shuffles each point once, and a first part holds points from everywhere', () => {
  const order = shuffledOrder(10_000);
  expect(new Set(order).size).toBe(10_000);
  const part = order.subarray(0, 1000);
  expect(part.filter((i) => i < 5000).length).toBeGreaterThan(400);
  expect(part.filter((i) => i < 5000).length).toBeLessThan(600);
  const { positions } = reordered(
    points([
      [1, 2, 3],
      [4, 5, 6],
    ]),
    Uint32Array.of(1, 0),
  );
  expect([...positions]).toEqual([4, 5, 6, 1, 2, 3]);
});

it('draws the last of two points in one place in two dimensions', () => {
  const made = picture();
  const both = points(
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    [1, 2],
  );
  draw(both, scene({ count: 2 }), made);
  expect(colorsOf(made)).toEqual(new Set([WHITE, RED]));
});

it('puts every point into one layer, each a fair sample with neighbors in a row', () => {
  const n = 100_000;
  const positions = Float32Array.from({ length: 3 * n }, (_, i) => Math.floor(i / 3) / n);
  positions[0] = NaN;
  const layers = layersOf(positions);
  expect(new Set(layers.order).size).toBe(n);
  expect(layers.ends).toEqual([20_000, 40_000, 80_000, n]);
  const first = layers.order.subarray(0, 20_000);
  expect(Math.abs(first.filter((i) => i < n / 2).length - 10_000)).toBeLessThan(500);
  const jumps = first.map((point, i) => Math.abs(point - (first[i + 1] ?? point)));
  expect(jumps.reduce((sum, jump) => sum + jump, 0) / first.length).toBeLessThan(n / 20);
  expect(wholeLayers(layers, 79_999)).toBe(40_000);
  expect(wholeLayers(layers, 1)).toBe(20_000);
  expect(wholeLayers(layersOf(new Float32Array(0)), 5)).toBe(0);
});

it('finds the point under the pointer and those in a lasso, but no hidden ones', () => {
  const cloud = points(
    [
      [0, 0, 0],
      [0.5, 0, 0],
      [0, 0.5, 0],
    ],
    [0, 0, HIDDEN],
  );
  const size = { width: 200, height: 200 };
  const matrix = viewMatrix(flat, unit, 2, 200, 200);
  expect(pointAt(cloud, matrix, size, 101, 99)).toBe(0);
  expect(pointAt(cloud, matrix, size, 20, 20)).toBeNull();
  const right = placeOf(cloud.positions, 1, matrix, size);
  expect(right?.x).toBeCloseTo(100 + 50 / 1.08, 3);
  const all = [
    [0, 0],
    [200, 0],
    [200, 200],
    [0, 200],
  ] as const;
  expect([...pointsInside(cloud, matrix, size, all)]).toEqual([0, 1]);
  expect([
    ...pointsInside(cloud, matrix, size, [
      [120, 50],
      [200, 100],
      [120, 150],
    ]),
  ]).toEqual([1]);
});

it('frames most points, not the farthest of many', () => {
  const places = Array.from({ length: 1000 }, (_, i) => [Math.cos(i), Math.sin(i), 0]);
  const frame = frameOf(points([...places, [1e6, 0, 0]]).positions);
  expect(frame.radius).toBeLessThan(1.5);
  expect(frameOf(points([[3, 4, 0]]).positions)).toEqual({ center: [3, 4, 0], radius: 1 });
});

it('zooms about the pointer, moves with it, and writes its pose into a link', () => {
  const size = { width: 200, height: 200 };
  const place = (pose: typeof START): { x: number; y: number } | null =>
    placeOf(Float32Array.of(0.5, 0.25, 0), 0, viewMatrix(pose, unit, 2, 200, 200), size);
  const radius_px = 100 / 1.08;
  const before = place(flat);
  const nearer = zoomed(flat, 3, (before?.x ?? 0) - 100, (before?.y ?? 0) - 100, radius_px);
  expect(place(nearer)?.x).toBeCloseTo(before?.x ?? 0, 3);
  expect(place(nearer)?.y).toBeCloseTo(before?.y ?? 0, 3);
  const further = place(moved(flat, 10, -5, radius_px));
  expect(further?.x).toBeCloseTo((before?.x ?? 0) + 10, 3);
  expect(further?.y).toBeCloseTo((before?.y ?? 0) - 5, 3);
  expect(poseOf(poseText(flat))).toEqual(flat);
  expect(poseOf('1,2')).toBeNull();
});

it('writes names where they overlap no other', () => {
  const room = new LabelRoom({ width: 200, height: 200 });
  const wish = (text: string, x: number, y: number): LabelWish => ({ text, spots: [{ x, y, side: 0 }] });
  const placed = room.place(
    [wish('one', 50, 50), wish('two', 60, 52), wish('three', 50, 80), wish('out', 1, 50)],
    widthOf,
  );
  expect(placed.map(({ text }) => text)).toEqual(['one', 'three']);
  const later = room.place([wish('four', 52, 54), wish('five', 120, 50)], widthOf);
  expect(later.map(({ text }) => text)).toEqual(['five']);
});

it('writes names beside their points, and over others only where there is no other room', () => {
  const room = new LabelRoom({ width: 200, height: 200 });
  const places = [
    { x: 100, y: 100 },
    { x: 115, y: 100 },
  ];
  for (const { x, y } of places) room.avoid(x, y);
  const wishes = places.map(({ x, y }) => ({ text: 'name', spots: spotsBeside(x, y) }));
  const [first, second] = room.place(wishes, widthOf);
  expect([first?.x, first?.y]).toEqual([100 - 7 - 12, 100]);
  expect([second?.x, second?.y]).toEqual([115 + 7 + 12, 100]);
});

it('keeps names clear of points and of what is blocked, and at their spots while the cloud moves', () => {
  const spots = [50, 100, 150].map((y) => ({ x: 100, y, side: 0 }) as const);
  const room = (): LabelRoom => {
    const made = new LabelRoom({ width: 200, height: 200 }, 4);
    made.block({ left: 0, right: 200, top: 0, bottom: 46 });
    made.avoid(100, 88);
    return made;
  };
  const spotOf = (before?: Map<string, number>): number | undefined =>
    room().place([{ text: 'name', spots }], widthOf, 300, before)[0]?.spot;
  expect(spotOf()).toBe(2);
  expect(spotOf(new Map([['name', 1]]))).toBe(1);
  expect(spotOf(new Map([['name', 0]]))).toBe(2);
});

it('keeps a frame, which grows only where points leave it', () => {
  const frame = { center: [0, 0, 0], radius: 4 } as const;
  expect(around(frame, { center: [1, 0, 0], radius: 2 })).toBe(frame);
  expect(around(frame, { center: [6, 0, 0], radius: 2 })).toEqual({ center: [2, 0, 0], radius: 6 });
  expect(around(frame, { center: [1, 0, 0], radius: 9 })).toEqual({ center: [1, 0, 0], radius: 9 });
});
