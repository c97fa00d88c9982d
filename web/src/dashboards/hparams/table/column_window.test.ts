import { describe, expect, it } from 'vitest';
import { numberColumn } from '../../../kinds/hparams/testing/columns.ts';
import { seenColumns, seenRange } from './column_window.ts';

const WIDTHS = Array.from({ length: 40 }, () => 100);
const COLUMNS = WIDTHS.map((_, i) => numberColumn(`c${String(i)}`, [1]));

describe('columns in sight', () => {
  it('are those between the edges and a little beside them', () => {
    expect(seenRange(WIDTHS, 0, 0, 1000, 160)).toEqual([0, 12]);
    expect(seenRange(WIDTHS, 0, 2000, 1000, 160)).toEqual([18, 32]);
    expect(seenRange(WIDTHS, 0, 3000, 5000, 160)).toEqual([28, 40]);
    expect(seenRange(WIDTHS, 0, 2000, 1000, 0)).toEqual([19, 30]);
  });
  it('never begin before the pinned ones end', () => {
    expect(seenRange(WIDTHS, 3, 0, 1000, 160)).toEqual([3, 12]);
    expect(seenRange([], 0, 0, 1000, 160)).toEqual([0, 0]);
  });
  it('keep the room of those that are not made', () => {
    const seen = seenColumns(COLUMNS, WIDTHS, 2, 10, 12);
    expect(seen.map(({ place }) => place)).toEqual([2, 3, 12, 13]);
    expect(seen.map(({ style }) => style)).toEqual([
      'left:calc(var(--name-px) + 0px);',
      'left:calc(var(--name-px) + 100px);',
      'margin-left:800px;',
      '',
    ]);
    expect(seen.map(({ track_px }) => track_px)).toEqual([100, 100, 900, 100]);
  });
});
