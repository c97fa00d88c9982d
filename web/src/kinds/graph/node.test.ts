import { expect, it } from 'vitest';
import { tagLinks } from './node.ts';

type Tags = Parameters<typeof tagLinks>[1];

function tags(...names: readonly [string, string][]): Tags {
  return names.map(([kind, tag]) => ({ kind, tag, runs: [1] })) as unknown as Tags;
}

it('links a node to histograms, gradients and scalars whose tags have its name whole', () => {
  const logged = tags(
    ['histogram', 'weights/layers.0.fc.weight'],
    ['histogram', 'layers.0.fc.weight/grad'],
    ['histogram', 'Gradients/layers/0/fc/weight'],
    ['histogram', 'weights/layers.0.fc2.weight'],
    ['scalar', 'norm/layers.0.fc.weight'],
    ['image', 'layers.0.fc.weight'],
  );
  const found = tagLinks({ module: 'layers.0.fc', name: '' }, logged, 1);
  expect(found.map(({ title, page, n }) => [title, page, n])).toEqual([
    ['Histograms', 'histograms', 1],
    ['Gradients', 'histograms', 2],
    ['Scalars', 'scalars', 1],
  ]);
  const gradients = new RegExp(found[1]?.filter ?? '', 'i');
  expect(logged.map(({ tag }) => gradients.test(tag))).toEqual([false, true, true, false, false, false]);
  expect(tagLinks({ module: 'layers.0.fc', name: '' }, logged, 2)).toEqual([]);
  expect(tagLinks({ module: '', name: 'fc' }, logged, 1)).toEqual([]);
});
