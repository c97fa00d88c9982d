import { expect, test } from 'vitest';
import type { ComparedColumn } from './columns.ts';
import { configurationRows, configurationTable, shownValues } from './configuration.ts';

const ANSWER = {
  run: [1, 2, 3],
  remarks: [],
  n_keys: 9,
  keys: [
    { key: 'lr', values: [1e-4, 3e-4, 3e-4], has: [true, true, true] },
    { key: 'seed', values: [1, 2, 10], has: [true, true, true] },
    { key: 'ema', values: [null, null, true], has: [true, false, true] },
  ],
};
const run = (id: number): ComparedColumn => ({ id, runs: [id], isGroup: false });

test('configurationRows tells null from nothing and writes small numbers short', () => {
  const rows = configurationRows(ANSWER, [run(1), run(2)]);
  expect(rows.map(({ key, values }) => [key, ...values])).toEqual([
    ['lr', '1e-4', '3e-4'],
    ['seed', '1', '2'],
    ['ema', 'null', '—'],
  ]);
});

test('configurationRows lists the different values of a group', () => {
  const [lr, seed] = configurationRows(ANSWER, [run(1), { id: -1, runs: [2, 3], isGroup: true }]);
  expect([lr?.values[1], seed?.values[1]]).toEqual(['3e-4', '2, 10']);
  expect(configurationTable(lr ? [lr] : [], ['a', 'b']).rows).toEqual([['lr', '1e-4', '3e-4']]);
});

test('shownValues leaves out the words that long texts begin with', () => {
  const command = '/opt/venv/bin/python train.py --seed';
  expect(shownValues([`${command} 1`, `${command} 12 --fast`, '—'])).toEqual(['…1', '…12 --fast', '—']);
  expect(shownValues(['/data/sets/imagenet/train', '/data/sets/imagenet/trial'])).toEqual([
    '…train',
    '…trial',
  ]);
  expect(shownValues(['adam 1', 'adam 2'])).toEqual(['adam 1', 'adam 2']);
  expect(shownValues([command, command])).toEqual([command, command]);
});
