import { expect, it } from 'vitest';
import { nearestPoint, planeBox, projections, ticksOf, type PlaneLine } from './curve_plane.ts';

const line = (key: string, x: number[], y: number[]): PlaneLine => ({
  key,
  color: '#000',
  dash: [],
  x: Float64Array.from(x),
  y: Float64Array.from(y),
  mark: null,
});

it('has ticks at round numbers, the ends included', () => {
  expect(ticksOf([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticksOf([0, 1], 4)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(ticksOf([0.62, 0.71], 3)).toEqual([0.65, 0.7]);
});

it('puts one at the right and at the top', () => {
  const box = planeBox(350, 200);
  const { px, py } = projections(box, [0, 1], [0, 1]);
  expect([px(0), px(1), py(0), py(1)]).toEqual([38, 338, 178, 22]);
});

it('finds the nearest point of the nearest line, and none far away', () => {
  const { px, py } = projections(planeBox(350, 200), [0, 1], [0, 1]);
  const lines = [line('a', [0, 0.5, 1], [1, 0.9, 0.2]), line('b', [0, 1], [0.5, 0.1])];
  expect(nearestPoint(lines, { x: px(0.52), y: py(0.88) }, px, py)).toEqual({ key: 'a', point: 1 });
  expect(nearestPoint(lines, { x: px(0.01), y: py(0.45) }, px, py)).toEqual({ key: 'b', point: 0 });
  expect(nearestPoint(lines, { x: px(0.5), y: py(0) }, px, py)).toBeNull();
  expect(nearestPoint([], { x: 0, y: 0 }, px, py)).toBeNull();
});
