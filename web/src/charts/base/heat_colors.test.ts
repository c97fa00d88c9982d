import { expect, it } from 'vitest';
import { between, colorAt } from './heat_colors.ts';

it('goes evenly from stop to stop', () => {
  const scale = between(['#000000', '#ff0000', '#ffffff']);
  expect(scale).toHaveLength(256);
  expect([colorAt(scale, 0), colorAt(scale, 1)]).toEqual(['rgb(0,0,0)', 'rgb(255,255,255)']);
  expect(colorAt(scale, 0.25)).toBe('rgb(128,0,0)');
  expect(colorAt(scale, 7)).toBe('rgb(255,255,255)');
});
