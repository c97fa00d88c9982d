// The point under the pointer.
import { describe, expect, it } from 'vitest';
import { pickPoint, placeOn } from './pick.ts';

/** x and y as they are, depth is z. */
const FLAT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Everything is behind the camera. */
const BEHIND = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1];
const SIZE = { width: 200, height: 100 };

describe('pickPoint', () => {
  it('finds the nearest point of a cloud, whatever its depth', () => {
    const positions = Float32Array.from([0, 0, 0.9, 0.06, 0, 0.1]);
    expect(pickPoint(positions, FLAT, SIZE, 101, 50, false)?.point).toBe(0);
    expect(pickPoint(positions, FLAT, SIZE, 106, 50, false)?.point).toBe(1);
  });

  it('finds the front one of a surface', () => {
    const positions = Float32Array.from([0, 0, 0.9, 0.06, 0, 0.1]);
    expect(pickPoint(positions, FLAT, SIZE, 101, 50, true)?.point).toBe(1);
  });

  it('finds the front one of points over each other', () => {
    expect(pickPoint(Float32Array.from([0, 0, 0.9, 0, 0, 0.1]), FLAT, SIZE, 100, 50, false)?.point).toBe(1);
  });

  it('finds nothing out of reach or behind the camera', () => {
    const positions = Float32Array.from([0, 0, 0]);
    expect(pickPoint(positions, FLAT, SIZE, 120, 50, false)).toBeNull();
    expect(pickPoint(positions, FLAT, SIZE, 100, 65, false)).toBeNull();
    expect(pickPoint(positions, BEHIND, SIZE, 100, 50, false)).toBeNull();
  });
});

it('placeOn counts y from the top', () => {
  expect(placeOn(Float32Array.from([-1, 1, 0]), 0, FLAT, SIZE)).toEqual({ x: 0, y: 0 });
  expect(placeOn(Float32Array.from([0, 0, 0]), 0, BEHIND, SIZE)).toBeNull();
});
