import { describe, expect, it } from 'vitest';
import { axisOf } from '../../../charts/base/axis_scale.ts';
import { numberColumn } from '../../../kinds/hparams/testing/columns.ts';
import { axisTitles, axisTops, placeless, spaced, tickText } from './layout.ts';

describe('the axes', () => {
  it('stand at equal distances', () => {
    const lefts = spaced(3, 722);
    expect([lefts[1] as number, lefts[2] as number].map((left) => left - (lefts[0] as number))).toEqual([
      300, 600,
    ]);
  });
  it('have their high end on top, or flipped the low one', () => {
    const axis = axisOf(numberColumn('x', [0, 5, 10]), 'linear');
    expect([...axisTops(axis, false, 100, 80)]).toEqual([100, 60, 20]);
    expect([...axisTops(axis, true, 100, 80)]).toEqual([20, 60, 100]);
  });
  it('are named by the last part of their label where that tells them apart', () => {
    expect(axisTitles(['optimizer/lr', 'val/loss', 'train/loss'], 76)).toEqual([
      'lr',
      'val/loss',
      'train/loss',
    ]);
  });
  it('count the lines that do not cross them', () => {
    expect(placeless(axisOf(numberColumn('x', [1, null, NaN, -1]), 'linear'))).toBe(2);
    expect(placeless(axisOf(numberColumn('x', [1, null, NaN, -1]), 'log'))).toBe(3);
  });
  it('cut the texts of ticks to the room there is', () => {
    expect([
      tickText('imagenet-256-full', false),
      tickText('imagenet-256', true),
      tickText('adam', true),
    ]).toEqual(['imagenet-256-…', 'imagenet…', 'adam']);
  });
  it('are named in full where there is room', () => {
    expect(axisTitles(['optimizer/lr', 'val/loss'], 110)).toEqual(['optimizer/lr', 'val/loss']);
  });
});
