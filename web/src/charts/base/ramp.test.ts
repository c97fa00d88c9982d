import { describe, expect, it } from 'vitest';
import { N_SHADES, ramp, rgbOf, shadesOf, slotsOf, words } from './ramp.ts';

describe('colors of a column', () => {
  it('run from stop to stop', () => {
    expect(ramp(['#000000', '#ff0000', '#ffff00'], 5)).toEqual([
      'rgb(0,0,0)',
      'rgb(128,0,0)',
      'rgb(255,0,0)',
      'rgb(255,128,0)',
      'rgb(255,255,0)',
    ]);
  });
  it('are strongest for the best', () => {
    expect([...shadesOf(Float64Array.of(1, 2, 3), true)]).toEqual([
      N_SHADES - 1,
      Math.round((N_SHADES - 1) / 2),
      0,
    ]);
    expect(shadesOf(Float64Array.of(1, 3), false)[1]).toBe(N_SHADES - 1);
  });
  it('are gray for nothing and middling where all are one', () => {
    expect([...shadesOf(Float64Array.of(NaN, 5, 5), false)]).toEqual([N_SHADES, 24, 24]);
    expect([...slotsOf(Float64Array.of(0, 13, NaN), 12)]).toEqual([0, 1, 12]);
  });
  it('become pixels', () => {
    expect(rgbOf('#123456')).toEqual([0x12, 0x34, 0x56]);
    expect(words(['rgb(1,2,3)'])[0]).toBe(0x030201);
  });
});

it('reads colors in every form that styles have', () => {
  expect([rgbOf('#fff'), rgbOf('#102030'), rgbOf('rgb(1,2,3)')]).toEqual([
    [255, 255, 255],
    [16, 32, 48],
    [1, 2, 3],
  ]);
});
