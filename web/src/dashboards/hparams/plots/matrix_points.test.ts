import { expect, it } from 'vitest';
import { pointsOfCells } from './matrix_points.ts';

it('pointsOfCells joins the places of all cells and repeats what the trials share', () => {
  const first = { xs: Float32Array.of(1, 2), ys: Float32Array.of(3, 4) };
  const second = { xs: Float32Array.of(5, 6), ys: Float32Array.of(7, 8) };
  const shared = {
    radii: null,
    shades: Uint8Array.of(0, 1),
    palette: ['red', 'blue'],
    mask: Uint8Array.of(1, 0),
  };
  expect(pointsOfCells([first, second], shared)).toEqual({
    xs: Float32Array.of(1, 2, 5, 6),
    ys: Float32Array.of(3, 4, 7, 8),
    radii: null,
    shades: Uint8Array.of(0, 1, 0, 1),
    palette: ['red', 'blue'],
    mask: Uint8Array.of(1, 0, 1, 0),
  });
  expect(pointsOfCells([first, second], { ...shared, radii: Float32Array.of(2, 3) }).radii).toEqual(
    Float32Array.of(2, 3, 2, 3),
  );
});
