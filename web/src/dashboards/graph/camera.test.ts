import { describe, expect, it } from 'vitest';
import { atStart, fitted } from './camera.ts';

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

describe('atStart', () => {
  it('shows all of a graph whose names can be read then', () => {
    expect(atStart(rect(1600, 300), screen)).toEqual(fitted(rect(1600, 300), screen));
  });

  it('shows the beginning of a wide graph on a small screen', () => {
    const phone = { width: 390, height: 600 };
    const { scale, x_px } = atStart(rect(1000, 200), phone);
    expect(scale).toBe(0.6);
    expect(x_px).toBeGreaterThan(0);
    expect(x_px).toBeLessThan(60);
  });
});
