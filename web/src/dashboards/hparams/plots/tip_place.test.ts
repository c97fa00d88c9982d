import { expect, it } from 'vitest';
import { tipPlace } from './tip_place.ts';

const tip = { width: 250, height: 200 };
const window = { width: 1000, height: 800 };

it('lies below the plot, within the window', () => {
  expect(tipPlace({ x: 500, y: 200 }, tip, { top: 100, bottom: 400 }, window)).toEqual({
    left: 375,
    top: 404,
  });
  expect(tipPlace({ x: 20, y: 200 }, tip, { top: 100, bottom: 400 }, window).left).toBe(8);
  expect(tipPlace({ x: 990, y: 200 }, tip, { top: 100, bottom: 400 }, window).left).toBe(742);
});

it('lies above where there is no room below', () => {
  expect(tipPlace({ x: 500, y: 500 }, tip, { top: 300, bottom: 780 }, window).top).toBe(96);
});

it('lies beside the pointer where the plot fills the window', () => {
  expect(tipPlace({ x: 500, y: 500 }, tip, { top: 60, bottom: 790 }, window)).toEqual({
    left: 516,
    top: 480,
  });
  expect(tipPlace({ x: 900, y: 790 }, tip, { top: 60, bottom: 790 }, window)).toEqual({
    left: 634,
    top: 592,
  });
});
