import { expect, it } from 'vitest';
import { overtaken } from './superseded.ts';

it('is nothing where steps never go back', () => {
  expect(overtaken(Float64Array.of(1, 2, 2, 3))).toBeNull();
});

it('tells what a restart has overtaken', () => {
  const found = overtaken(Float64Array.of(0, 1, 2, 3, 2, 3, 4));
  expect(found && { ...found, kept: [...found.kept] }).toEqual({
    kept: [0, 1, 4, 5, 6],
    old: [[2, 4]],
    restarts: [2],
  });
});

it('keeps several lives apart', () => {
  const found = overtaken(Float64Array.of(0, 1, 2, 1, 2, 3, 1, 2));
  expect(found && { ...found, kept: [...found.kept] }).toEqual({
    kept: [0, 6, 7],
    old: [
      [1, 3],
      [3, 6],
    ],
    restarts: [1, 1],
  });
});
