import { describe, expect, it } from 'vitest';
import { numberColumn, textColumn } from '../../../kinds/hparams/testing/columns.ts';
import { seenColumns } from './column_window.ts';
import { rowCells } from './row_cells.ts';

const COLUMNS = [numberColumn('loss', [0.5, NaN], 'metric'), textColumn('opt', ['adam', 'sgd'])];
const SEEN = seenColumns(COLUMNS, [90, 80], 1, 1, 2);
const MARKS = {
  remarks: [{ opt: ['also logged as sgd'] }, null],
  pills: new Map([['loss', (row: number) => (row === 0 ? 42 : null)]]),
  best: { row: 0, id: 'loss' },
};

describe('the cells of a row', () => {
  it('are cut off only where their text may be too long', () => {
    const long = textColumn('note', ['a word that is longer than its column', 'short']);
    const seen = seenColumns([long], [80], 0, 0, 1);
    expect(rowCells(0, seen, MARKS)[0]?.look).toBe('cell cut');
    expect(rowCells(1, seen, MARKS)[0]?.look).toBe('cell');
  });
  it('say what they are', () => {
    const [loss, opt] = rowCells(0, SEEN, MARKS);
    expect(loss).toMatchObject({
      text: '0.5000',
      look: 'cell num stuck best pill',
      style: 'left:calc(var(--name-px) + 0px);--share:42%',
      title: '0.5',
      place: 2,
    });
    expect(opt).toMatchObject({
      text: 'adam',
      look: 'cell remarked',
      style: '',
      title: 'also logged as sgd',
      place: 3,
    });
  });
  it('tell of NaN', () => {
    expect(rowCells(1, SEEN, MARKS)[0]).toMatchObject({ text: 'NaN', look: 'cell num stuck bad' });
  });
});
