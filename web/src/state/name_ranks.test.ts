import { expect, it } from 'vitest';
import { run } from './testing/scripted_board.ts';
import { NameRanks } from './name_ranks.ts';

it('NameRanks sorts runs by the names shown, decimals as numbers, and takes new names in', () => {
  const ranks = new NameRanks();
  const names = (...given: Parameters<NameRanks['sort']>[0]): string[] =>
    ranks.sort(given).map((one) => one.display_name ?? one.name);
  const [low, mid, high] = [run(1, 'lr=0.001'), run(2, 'lr=0.03'), run(3, 'lr=0.003')];
  expect(names(low, mid, high)).toEqual(['lr=0.001', 'lr=0.003', 'lr=0.03']);
  expect(names(mid, run(4, 'z', { display_name: 'lr=0.01' }), low)).toEqual([
    'lr=0.001',
    'lr=0.01',
    'lr=0.03',
  ]);
});
