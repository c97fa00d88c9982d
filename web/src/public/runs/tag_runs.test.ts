import { expect, test } from 'vitest';
import { countAmong, runIdsOf, runsHaving } from './tag_runs.ts';

const RUNS = [{ id: 3 }, { id: 1 }, { id: 2 }];

test('runsHaving keeps the order of the runs, and each run once', () => {
  expect(runsHaving(RUNS, { runs: [1, 3] }, { runs: [3] })).toEqual([{ id: 3 }, { id: 1 }]);
  expect(runsHaving(RUNS, { runs: [] })).toEqual([]);
  expect(runsHaving(RUNS)).toEqual([]);
});

test('runIdsOf makes one set for a list of runs', () => {
  const runs = [1, 2];
  expect(runIdsOf({ runs })).toBe(runIdsOf({ runs }));
  expect([...runIdsOf({ runs })]).toEqual([1, 2]);
});

test('countAmong counts the runs of a tag that are asked for', () => {
  expect(countAmong(new Set([2, 9]), { runs: [1, 2, 3] })).toBe(1);
});
