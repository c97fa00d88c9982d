import { describe, expect, it } from 'vitest';
import { axisOf } from '../../../charts/base/axis_scale.ts';
import { numberColumn, textColumn } from '../../../kinds/hparams/testing/columns.ts';
import { boxed, brushed, spansOf } from './brushes.ts';

const lr = numberColumn('lr', [1, 10, 100]);
const opt = textColumn('opt', ['adam', 'lion', 'sgd']);

describe('a box', () => {
  it('filters by both of its columns, in place of what held there', () => {
    const sides = [
      { column: lr, axis: axisOf(lr, 'log') },
      { column: opt, axis: axisOf(opt, 'category') },
    ] as const;
    const plot = { left: 10, top: 20, width: 100, height: 200 };
    const found = boxed(
      { lr: [[7, 8]], depth: [[1, 2]] },
      { x: 60, y: 300, toX: -40, toY: 110 },
      plot,
      ...sides,
    );
    expect(found).toEqual({ lr: [[1, 10]], depth: [[1, 2]], opt: ['adam', 'lion'] });
  });
});

describe('brushes', () => {
  it('are ranges of values, joined where they overlap', () => {
    const axis = axisOf(lr, 'log');
    expect(brushed([[0.5, 0]], lr, axis)).toEqual([[1, 10]]);
    expect(
      brushed(
        [
          [0, 0.4],
          [0.3, 0.5],
          [0.9, 1],
        ],
        lr,
        axis,
      ),
    ).toEqual([
      [1, 10],
      [63.1, 100],
    ]);
  });
  it('lie where their filter says', () => {
    const axis = axisOf(lr, 'log');
    expect(spansOf([[1, 10]], lr, axis)).toEqual([[0, 0.5]]);
    expect(spansOf([[-Infinity, 10]], lr, axis)).toEqual([[0, 0.5]]);
    expect(spansOf(undefined, lr, axis)).toEqual([]);
  });
  it('hold whole categories', () => {
    const axis = axisOf(lr, 'category');
    expect(brushed([[0.4, 1]], lr, axis)).toEqual([[10, 100]]);
    expect(brushed([[0.1, 0.2]], lr, axis)).toBe(null);
  });
  it('hold words, neighbors under one brush', () => {
    const axis = axisOf(opt, 'category');
    expect(brushed([[0.4, 1]], opt, axis)).toEqual(['lion', 'sgd']);
    expect(brushed([[0.1, 0.2]], opt, axis)).toBe(null);
    expect(spansOf(['lion', 'sgd'], opt, axis)).toEqual([[0.5, 1]]);
    expect(spansOf(['adam', 'sgd'], opt, axis)).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });
});
