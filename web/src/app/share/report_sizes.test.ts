import { expect, it } from 'vitest';
import type { ReportAnswer } from '../../data/shapes.ts';
import { megabytes, sizeRows } from './report_sizes.ts';

const made = (sizes: [string, number][]): ReportAnswer => ({
  id: 'x',
  file: 'x.html',
  bytes: 0,
  removed: [],
  left_out: [{ kind: 'text', what: 'values', n: 3, of: 10, why: 'to keep the report small' }],
  sizes: sizes.map(([kind, bytes]) => ({ kind, bytes, entries: 1 })),
});

it('lists the largest kinds by title, those that lack something, and the others as one', () => {
  const sizes: [string, number][] = [...'abcdefgh'].map((kind, place) => [kind, 1000 - place]);
  const rows = sizeRows(made([...sizes, ['text', 1], ['page', 5000]]), [
    { slug: 'a', title: 'Alpha', n_tags: 1 },
  ]);
  expect(rows.map(({ title, what }) => (what ? `${title}: ${what}` : title))).toEqual([
    'The page itself: same in every report',
    'Alpha',
    'b',
    'c',
    'd',
    'e',
    'text: 7 of 10, evenly spread',
    '3 others',
  ]);
  expect(rows.at(-1)?.bytes).toBe(995 + 994 + 993);
});

it('writes sizes as the command line takes them', () => {
  expect([8_400_000, 99_001, 15].map(megabytes)).toEqual(['8.4 MB', '100 kB', '1 kB']);
});
