import { expect, it } from 'vitest';
import { readRecords, writeRecords } from './records.ts';

it('brings any fields back', () => {
  const records = [['a:b', 'c;d', '~1'], ['', '~'], ['plain']];
  expect(readRecords(writeRecords(records))).toEqual(records);
});

it('has no text for nothing', () => {
  expect(writeRecords([])).toBeUndefined();
  expect(readRecords(undefined)).toEqual([]);
});
