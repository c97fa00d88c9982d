import { expect, it } from 'vitest';
import { exportAddress } from './download.ts';

it('puts the question into the address, if it fits', () => {
  const question = {
    format: 'csv',
    runs: null,
    tags: ['train/loss'],
    range: [0, 10],
    superseded: false,
  } as const;
  const url = exportAddress(question) ?? '';
  expect(JSON.parse(decodeURIComponent(url.slice(url.indexOf('=') + 1)))).toEqual(question);
  expect(exportAddress({ ...question, runs: Array.from({ length: 5000 }, (_, i) => i) })).toBeNull();
});
