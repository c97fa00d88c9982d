import { expect, it } from 'vitest';
import { between, colourAt } from './heat_colours.ts';

it('goes evenly from stop to stop', () => {
  const scale = between(['#000000', '#ff0000', '#ffffff']);
  expect(scale).toHaveLength(256);
  expect([colourAt(scale, 0), colourAt(scale, 1)]).toEqual(['rgb(0,0,0)', 'rgb(255,255,255)']);
  expect(colourAt(scale, 0.25)).toBe('rgb(128,0,0)');
  expect(colourAt(scale, 7)).toBe('rgb(255,255,255)');
});
