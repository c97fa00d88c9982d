import { expect, it } from 'vitest';
import { nearest, neighbor } from './logged_steps.ts';

const STEPS = [0, 10, 100];

it('finds the nearest logged step', () => {
  expect([nearest(STEPS, 4), nearest(STEPS, 60), nearest(STEPS, 1e9), nearest([], 7)]).toEqual([
    0, 100, 100, 7,
  ]);
});

it('moves from one logged step to the next and stays at the ends', () => {
  expect([
    neighbor(STEPS, 10, 1),
    neighbor(STEPS, 10, -1),
    neighbor(STEPS, 100, 1),
    neighbor(STEPS, 0, -1),
  ]).toEqual([100, 0, 100, 0]);
  expect([
    neighbor(STEPS, 55, -1),
    neighbor(STEPS, null, -1),
    neighbor(STEPS, null, 1),
    neighbor([3], null, -1),
  ]).toEqual([10, 10, null, 3]);
});
