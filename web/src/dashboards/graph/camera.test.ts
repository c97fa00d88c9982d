import { describe, expect, it } from 'vitest';
import { fitted } from './camera.ts';

const screen = { width: 1000, height: 600 };
const rect = (right: number, bottom: number) => ({ left: 0, top: 0, right, bottom });

describe('fitted', () => {
  it('draws a small graph larger than life, in the middle', () => {
    expect(fitted(rect(200, 100), screen)).toEqual({ scale: 1.6, x_px: 340, y_px: 220 });
  });

  it('enlarges only as far as there is room', () => {
    expect(fitted(rect(800, 100), screen).scale).toBeCloseTo(944 / 800);
    expect(fitted(rect(200, 400), screen).scale).toBeCloseTo(488 / 400);
  });

  it('keeps life size where only the legend is in the way', () => {
    expect(fitted(rect(200, 520), screen).scale).toBe(1);
  });

  it('shrinks what is larger than the screen', () => {
    expect(fitted(rect(9440, 100), screen).scale).toBeCloseTo(0.1);
  });
});
