import { describe, expect, it } from 'vitest';
import { atStart, filling, fitted, isSeen, moved } from './camera.ts';

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

  it('keeps clear of the legend', () => {
    expect(fitted(rect(200, 520), screen).scale).toBeCloseTo(488 / 520);
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

describe('isSeen', () => {
  it('tells whether all of a rectangle is on screen', () => {
    const all = fitted(rect(200, 100), screen);
    expect(isSeen(all, rect(200, 100), screen)).toBe(true);
    expect(isSeen(moved(all, 0, 300), rect(200, 100), screen)).toBe(false);
  });
});

describe('filling', () => {
  it('brings a graph back that lies outside of the screen', () => {
    const away = moved(fitted(rect(200, 100), screen), -900, 500);
    expect(isSeen(filling(away, rect(200, 100), screen), rect(200, 100), screen)).toBe(true);
  });

  it('leaves no more of the screen empty than a large graph has to', () => {
    const camera = { scale: 1, x_px: -5000, y_px: 20 };
    expect(filling(camera, rect(4000, 100), screen)).toEqual({ scale: 1, x_px: 972 - 4000, y_px: 56 });
  });

  it('changes nothing where all is on screen', () => {
    const all = fitted(rect(200, 100), screen);
    expect(filling(all, rect(200, 100), screen)).toEqual(all);
  });

  it('enlarges what was drawn smaller than it has to be', () => {
    const small = { scale: 0.2, x_px: 100, y_px: 100 };
    expect(filling(small, rect(200, 100), screen)).toEqual(fitted(rect(200, 100), screen));
  });
});
