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
