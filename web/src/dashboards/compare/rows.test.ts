import { expect, test } from 'vitest';
import type { Tag } from '../../data/shapes.ts';
import { Figures } from '../../kinds/scalar/data/figures.ts';
import { asLatex, asMarkdown } from '../../public/tables/text_table.ts';
import type { ComparedColumn } from './columns.ts';
import { differenceRows, differencesTable, fullBar, sortedByChange, tellingFirst } from './rows.ts';

const tagOf = (tag: string): Tag => ({ tag }) as Tag;
const run = (id: number, ...subs: number[]): ComparedColumn => ({ id, runs: [id, ...subs], isGroup: false });
const figures = new Figures([
  { run: 1, tag: 'loss', value: 4 },
  { run: 2, tag: 'loss', value: 3 },
  { run: 3, tag: 'loss', value: 5 },
  { run: 1, tag: 'lr', value: -2 },
  { run: 2, tag: 'lr', value: -1 },
  { run: 20, tag: 'acc', value: 0.5 },
  { run: 30, tag: 'acc', value: 0.6 },
  { run: 2, tag: 'alone', value: 1 },
]);

test('differenceRows has value, difference and verdict, and leaves out tags that only one column has', () => {
  const rows = differenceRows(['loss', 'lr', 'alone'].map(tagOf), [run(1), run(2), run(3)], figures);
  expect(rows.map(({ tag }) => tag.tag)).toEqual(['loss', 'lr']);
  expect(rows[0]?.cells).toEqual([
    { value: 4, delta: undefined, share: undefined, verdict: 'faint' },
    { value: 3, delta: -1, share: -0.25, verdict: 'better' },
    { value: 5, delta: 1, share: 0.25, verdict: 'worse' },
  ]);
  // A negative baseline keeps the sign of the difference; without a known direction nothing is better.
  expect(rows[1]?.cells[1]).toEqual({ value: -1, delta: 1, share: 0.5, verdict: 'faint' });
  expect(rows[1]?.cells[2]?.value).toBeUndefined();
});

test('differenceRows holds a place for every tag until the figures are known', () => {
  const rows = differenceRows(['loss', 'alone'].map(tagOf), [run(1), run(2)], null);
  expect(rows.map(({ tag, cells }) => [tag.tag, cells.map((cell) => cell.value)])).toEqual([
    ['loss', [undefined, undefined]],
    ['alone', [undefined, undefined]],
  ]);
});

test('differenceRows takes the mean of a group, and the value of the only sub-run that has one', () => {
  const group: ComparedColumn = { id: -1, runs: [2, 3], isGroup: true };
  expect(differenceRows([tagOf('loss')], [run(1), group], figures)[0]?.cells[1]?.value).toBe(4);
  const rows = differenceRows([tagOf('acc')], [run(2, 20), run(3, 30)], figures);
  expect(rows[0]?.cells.map(({ value }) => value)).toEqual([0.5, 0.6]);
});

test('sortedByChange puts the largest difference of a column first and missing ones last', () => {
  const rows = differenceRows(['loss', 'lr'].map(tagOf), [run(1), run(2), run(3)], figures);
  expect(sortedByChange(rows, 1).map(({ tag }) => tag.tag)).toEqual(['lr', 'loss']);
  expect(sortedByChange(rows, 2).map(({ tag }) => tag.tag)).toEqual(['loss', 'lr']);
});

test('fullBar is the largest difference within bounds', () => {
  const columns = [run(1), run(2)];
  expect(fullBar(differenceRows([tagOf('loss')], columns, figures))).toBe(0.25);
  expect(fullBar([])).toBe(0.02);
});

test('tellingFirst orders pinned tags, then those with a direction', () => {
  const tags = ['a', 'b', 'val/loss', 'z'].map(tagOf);
  expect(tellingFirst(tags, ['z', 'b']).map(({ tag }) => tag)).toEqual(['z', 'b', 'val/loss', 'a']);
});

test('differencesTable copies as Markdown and as LaTeX', () => {
  const rows = differenceRows(
    [tagOf('val_loss')],
    [run(1), run(2)],
    new Figures([
      { run: 1, tag: 'val_loss', value: 4 },
      { run: 2, tag: 'val_loss', value: 3 },
    ]),
  );
  const table = differencesTable(rows, ['base|line', 'b'], 'percent');
  expect(asMarkdown(table)).toBe(
    '| tag | base\\|line | b |\n|---|--:|--:|\n| val_loss | 4.0000 | 3.0000 (−25.0 %) |\n',
  );
  expect(asLatex(table)).toContain('val\\_loss & 4.0000 & 3.0000 ($-$25.0 \\%) \\\\');
  expect(asMarkdown(differencesTable(rows, ['a', 'b'], 'value'))).toContain('| 4.0000 | 3.0000 |');
});
