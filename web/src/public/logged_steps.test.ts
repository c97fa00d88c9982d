import { expect, it } from 'vitest';
import { nearest, neighbour } from './logged_steps.ts';

const STEPS = [0, 10, 100];

it('finds the nearest logged step', () => {
  expect([nearest(STEPS, 4), nearest(STEPS, 60), nearest(STEPS, 1e9), nearest([], 7)]).toEqual([0, 100, 100, 7]);
});

it('moves from one logged step to the next and stays at the ends', () => {
  expect([neighbour(STEPS, 10, 1), neighbour(STEPS, 10, -1), neighbour(STEPS, 100, 1), neighbour(STEPS, 0, -1)]).toEqual([100, 0, 100, 0]);
  expect([neighbour(STEPS, 55, -1), neighbour(STEPS, null, -1), neighbour(STEPS, null, 1), neighbour([3], null, -1)]).toEqual([10, 10, null, 3]);
});
