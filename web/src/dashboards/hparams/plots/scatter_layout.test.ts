import { describe, expect, it } from 'vitest';
import { axisOf } from '../../../charts/base/axis_scale.ts';
import { numberColumn, textColumn } from '../../../kinds/hparams/testing/columns.ts';
import { placed, radiiOf, ringsAt, tickLabels, trendPath, usualX } from './scatter_layout.ts';

const lr = numberColumn('lr', [1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 2e-1, 3e-1]);
const drop = numberColumn('drop', [0, 1, 2, 3, 4, 5, 6]);
const opt = textColumn('opt', ['a', 'b', 'a', 'b', 'a', 'b', 'a']);

describe('places of points', () => {
  it('fill the plot, y upwards', () => {
    const { xs, ys } = placed(axisOf(lr, 'log'), axisOf(drop, 'linear'), {
      left: 10,
      top: 20,
      width: 100,
      height: 50,
    });
    expect([xs[0], xs[6]]).toEqual([10, 110]);
    expect([ys[0], ys[6]]).toEqual([70, 20]);
  });
  it('spread points of one category', () => {
    const { xs } = placed(axisOf(opt, 'category'), axisOf(drop, 'linear'), {
      left: 0,
      top: 0,
      width: 100,
      height: 50,
    });
    expect(new Set(xs).size).toBe(7);
    expect(Math.abs((xs[0] ?? NaN) - (xs[2] ?? NaN))).toBeLessThan(6.1);
  });
  it('grow with the square root', () => {
    const radii = radiiOf(numberColumn('x', [0, 1, 4, NaN]));
    expect([...radii].map((one) => Number(one.toFixed(1)))).toEqual([2.2, 4.4, 6.6, 2.2]);
  });
  it('are ringed where they are marked and pass, or lie under the pointer', () => {
    const at = { xs: Float32Array.of(1, 2, NaN, 4), ys: Float32Array.of(1, 2, 3, 4) };
    const rings = ringsAt(at, Uint8Array.of(1, 0, 1, 1), [0, 1, 2, 3], 3);
    expect(rings.map(({ row, isNear }) => [row, isNear])).toEqual([
      [0, false],
      [3, true],
    ]);
    expect(ringsAt(at, Uint8Array.of(0, 0, 0, 0), [0], null)).toEqual([]);
  });
  it('have a trend through those that pass', () => {
    const xs = Float32Array.from({ length: 20 }, (_, i) => i);
    const path = trendPath(
      { xs, ys: xs.map((x) => (x < 10 ? 2 * x : 1000)) },
      Uint32Array.from({ length: 10 }, (_, i) => i),
    );
    expect(path).toMatch(/^M0\.0 -?0\.0L.*L9\.0 18\.0$/);
    expect(trendPath({ xs, ys: xs }, Uint32Array.of(1, 2))).toBe('');
  });
  it('begin with what spans decades', () => {
    expect(usualX([opt, drop, lr], [])?.id).toBe('lr');
    expect(usualX([opt, drop], [])?.id).toBe('drop');
    expect(usualX([opt], [])?.id).toBe('opt');
    expect(
      usualX([], [numberColumn('rare', [1, 2, null]), lr, numberColumn('loss', [1, 2, 3], 'metric')])?.id,
    ).toBe('lr');
    expect(usualX([], [])).toBe(null);
  });
});

it('leaves out ticks without room beside the one before', () => {
  const ticks = [
    { at: 0.01, text: '0.001' },
    { at: 0.1, text: '0.002' },
    { at: 0.3, text: '0.005' },
    { at: 0.99, text: 'a very long category' },
  ];
  expect(tickLabels(ticks, { left: 10, width: 300 })).toEqual([
    { text: '0.001', x: 13, anchor: 'start' },
    { text: '0.005', x: 100, anchor: 'middle' },
    { text: 'a very long ', x: 307, anchor: 'end' },
  ]);
});
