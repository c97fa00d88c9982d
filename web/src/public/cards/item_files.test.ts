import { expect, it } from 'vitest';
import type { Items } from '../../data/items.ts';
import { endingOf, itemFiles } from './item_files.ts';

const column = (...values: number[]): Float64Array => Float64Array.from(values);
const LISTS: Items[] = [
  {
    run: 7,
    tag: 'a/b',
    index: column(0, 1),
    steps: column(0, 10),
    walls: column(5, 6),
    n_bytes: column(80, 90),
    shape: null,
  },
];
const label = (run: number): string => `run ${String(run)}`;

it('ends a file as its type says', () => {
  expect(
    ['image/png', 'image/jpeg', 'text/plain; charset=utf-8', 'application/octet-stream', ''].map(endingOf),
  ).toEqual(['png', 'jpg', 'txt', 'bin', 'bin']);
});

it('lists all steps as CSV and JSON', async () => {
  const [csv, json] = itemFiles('a/b', [], LISTS, label);
  expect(await (await csv?.make())?.text()).toBe(
    'run,tag,step,wall_time,bytes\nrun 7,a/b,0,5,80\nrun 7,a/b,10,6,90\n',
  );
  expect(JSON.parse((await (await json?.make())?.text()) ?? '')).toEqual([
    { run: 'run 7', tag: 'a/b', step: 0, wall_time: 5, bytes: 80 },
    { run: 'run 7', tag: 'a/b', step: 10, wall_time: 6, bytes: 90 },
  ]);
});

it('has an entry for each thing shown, up to a dozen', () => {
  const shown = Array.from({ length: 20 }, (_, i) => ({ what: `run ${String(i)}`, step: 1000, url: '' }));
  const files = itemFiles('a/b', shown, LISTS, label);
  expect(files).toHaveLength(14);
  expect([files[0]?.what, files[0]?.format, files[0]?.name?.('image/png')]).toEqual([
    'run 0',
    'step 1,000',
    'a/b run 0 1000.png',
  ]);
});
