import { expect, it } from 'vitest';
import type { Tag } from '../../data/shapes.ts';
import { classGroups, curveTags } from './tags.ts';

const tag = (kind: string, name: string, runs = [1]): Tag => ({
  kind,
  tag: name,
  display_name: name,
  description: '',
  runs,
  n_points: 2,
});
const TAGS = [
  tag('pr_curve', 'val/cat'),
  tag('roc_curve', 'val/cat'),
  tag('roc_curve', 'roc'),
  tag('pr_curve', 'val/dog', [2]),
  tag('scalar', 'loss'),
];

it('shows both kinds in both planes, one name once', () => {
  expect(curveTags(TAGS, 'pr').map((one) => `${one.kind} ${one.tag}`)).toEqual([
    'pr_curve val/cat',
    'pr_curve val/dog',
    'roc_curve roc',
  ]);
  expect(curveTags(TAGS, 'roc').map((one) => `${one.kind} ${one.tag}`)).toEqual([
    'roc_curve val/cat',
    'roc_curve roc',
    'pr_curve val/dog',
  ]);
});

it('groups the classes that TensorFlow logs', () => {
  const groups = classGroups([tag('pr_curve', 'pr/cat/pr_curves'), tag('pr_curve', 'pr/dog/pr_curves')]);
  expect(groups.map((group) => group.tag.tag)).toEqual(['pr/{cat, dog}']);
});

it('lays classes of one prefix over each other, what stands alone stays alone', () => {
  const groups = classGroups(curveTags(TAGS, 'pr'));
  expect(groups.map((group) => group.tag.tag)).toEqual(['val/{cat, dog}', 'roc']);
  expect(groups[0]?.tag.runs).toEqual([1, 2]);
  expect(groups[0]?.members.map((one) => one.tag)).toEqual(['val/cat', 'val/dog']);
});
