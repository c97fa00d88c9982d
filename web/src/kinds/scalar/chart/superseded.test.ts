import { expect, it } from 'vitest';
import { findSuperseded } from './superseded.ts';

it('findSuperseded is null where steps never go back', () => {
  expect(findSuperseded(Float64Array.of(1, 2, 2, 3))).toBeNull();
});

it('findSuperseded gives the points before a restart', () => {
  const found = findSuperseded(Float64Array.of(0, 1, 2, 3, 2, 3, 4));
  expect(found && { ...found, current: [...found.current] }).toEqual({
    current: [0, 1, 4, 5, 6],
    old: [[2, 4]],
    restarts: [2],
  });
});

it('findSuperseded separates several restarts', () => {
  const found = findSuperseded(Float64Array.of(0, 1, 2, 1, 2, 3, 1, 2));
  expect(found && { ...found, current: [...found.current] }).toEqual({
    current: [0, 6, 7],
    old: [
      [1, 3],
      [3, 6],
    ],
    restarts: [1, 1],
  });
});
