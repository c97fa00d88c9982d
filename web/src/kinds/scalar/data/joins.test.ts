import { expect, it } from 'vitest';
import type { Tag } from '../../../data/shapes.ts';
import { joined, parted, planCards, ruledJoins } from './joins.ts';

const tags = ['train/acc', 'train/loss', 'val/acc', 'val/loss', 'lr'].map((tag) => ({ tag }) as Tag);
const plan = (joins: string[][], rules = ''): [string, string[]][] =>
  planCards(tags, joins, rules).map(({ tag, more }) => [tag.tag, more.map((one) => one.tag)]);

it('gives every tag a card of its own', () => {
  expect(plan([]).map(([name]) => name)).toEqual(['train/acc', 'train/loss', 'val/acc', 'val/loss', 'lr']);
});

it('puts tags together by hand, each once', () => {
  expect(
    plan([
      ['train/loss', 'val/loss', 'nothing'],
      ['train/acc', 'val/loss'],
    ]),
  ).toEqual([
    ['train/acc', []],
    ['train/loss', ['val/loss']],
    ['val/acc', []],
    ['lr', []],
  ]);
});

it('puts tags together by rules', () => {
  expect(plan([], 'train/* with val/*')).toEqual([
    ['train/acc', ['val/acc']],
    ['train/loss', ['val/loss']],
    ['lr', []],
  ]);
  expect(ruledJoins(['a/x/1', 'lr'], 'a/*/1 with b/* with c ; lr with loss;nonsense; with x')).toEqual([
    ['a/x/1', 'b/x', 'c'],
    ['lr', 'loss'],
  ]);
  expect(ruledJoins(['a/$&'], 'a/* with b/*')).toEqual([['a/$&', 'b/$&']]);
});

it('joins and parts again', () => {
  const both = joined([], 'train/loss', 'val/loss');
  expect(both).toEqual([['train/loss', 'val/loss']]);
  expect(joined(both, 'lr', 'train/loss')).toEqual([['lr', 'train/loss', 'val/loss']]);
  expect(joined(both, 'lr', 'lr')).toBe(both);
  expect(parted(joined(both, 'train/loss', 'lr'), 'train/loss', 'val/loss')).toEqual([['train/loss', 'lr']]);
  expect(parted(both, 'train/loss', 'val/loss')).toEqual([]);
});
