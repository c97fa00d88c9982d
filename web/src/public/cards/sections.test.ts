import { expect, it } from 'vitest';
import type { Tag } from '../../data/shapes.ts';
import { sections } from './sections.ts';

it('groups by prefix and sorts as people count', () => {
  const tags = ['val/loss', 'epoch', 'train/layer10', 'train/layer9', '/odd'].map((tag) => ({ tag }) as Tag);
  expect(sections(tags).map(({ name, tags: list }) => [name, list.map((tag) => tag.tag)])).toEqual([
    ['train', ['train/layer9', 'train/layer10']],
    ['val', ['val/loss']],
    ['', ['/odd', 'epoch']],
  ]);
});

it('opens on losses: training, validation, other sections with a loss, the rest', () => {
  const tags = [
    'confidence/high',
    'gan/d_loss',
    'evaluation/loss',
    'train/accuracy',
    'train/loss',
    'a/glossy',
  ];
  expect(sections(tags.map((tag) => ({ tag }) as Tag)).map((one) => one.tags.map(({ tag }) => tag))).toEqual([
    ['train/loss', 'train/accuracy'],
    ['evaluation/loss'],
    ['gan/d_loss'],
    ['a/glossy'],
    ['confidence/high'],
  ]);
});

it('puts tags without a prefix first where their loss is the only one', () => {
  const tags = ['epoch', 'train_loss', 'system/memory'].map((tag) => ({ tag }) as Tag);
  expect(sections(tags).map(({ name }) => name)).toEqual(['', 'system']);
});
