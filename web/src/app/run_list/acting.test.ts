import { expect, it } from 'vitest';
import type { Run } from '../../data/shapes.ts';
import { commonLabels, countRuns, relabeled } from './acting.ts';

const run = (...labels: string[]): Run => ({ labels }) as Partial<Run> as Run;

it('edits the labels that several runs have in common, and leaves the others', () => {
  const runs = [run('paper', 'old', 'mine'), run('old', 'paper')];
  const common = commonLabels(runs);
  expect(common).toEqual(['paper', 'old']);
  expect(runs.map((one) => relabeled(one, common, ['paper', 'new']))).toEqual([
    ['paper', 'mine', 'new'],
    ['paper', 'new'],
  ]);
  expect(commonLabels([])).toEqual([]);
});

it('counts in words', () => {
  expect([countRuns(1), countRuns(3)]).toEqual(['1 run', '3 runs']);
});
