import { expect, it } from 'vitest';
import type { Tag } from '../../data/shapes.ts';
import { defaultMetric } from './default_metric.ts';

const scalar = (tag: string, runs: number[], n_points = 10): Tag =>
  ({ kind: 'scalar', tag, runs, n_points }) as Partial<Tag> as Tag;
const LISTED = new Set([1, 2, 3, 4]);

it('defaultMetric takes the loss that most listed runs have, not the best name', () => {
  expect(defaultMetric([scalar('val/loss', [1]), scalar('train/loss', [1, 2, 3])], LISTED)).toBe(
    'train/loss',
  );
  expect(defaultMetric([scalar('val/loss', [7, 8, 9]), scalar('train/loss', [1])], LISTED)).toBe(
    'train/loss',
  );
});

it('defaultMetric prefers a validation loss of the same runs, and any loss to an epoch counter', () => {
  const tags = [scalar('train/loss', [1, 2]), scalar('val/loss', [1, 2]), scalar('epoch', [1, 2, 3, 4])];
  expect(defaultMetric(tags, LISTED)).toBe('val/loss');
});

it('defaultMetric is null without scalars of these runs', () => {
  expect(defaultMetric([scalar('loss', [9]), { ...scalar('image', [1]), kind: 'image' }], LISTED)).toBeNull();
});
