import { expect, test } from 'vitest';
import { usualEmbedding, type Embedding } from './embeddings.ts';

function embedding(name: string, known: Partial<Embedding> = {}): Embedding {
  return {
    run: 0,
    name,
    tag: name,
    source: 'tensor',
    steps: [],
    points: 2,
    dimensions: 3,
    has_metadata: false,
    has_sprite: false,
    has_bookmarks: false,
    problem: null,
    ...known,
  };
}

const small = embedding('small');
const broken = embedding('broken', { problem: 'cut off', has_metadata: true });
const large = embedding('large', { points: 5000 });
const labeled = embedding('labeled', { points: 3, has_metadata: true });

test('an embedding with labels is shown before any tensor of rank two', () => {
  expect(usualEmbedding([small, broken, large, labeled])).toBe(labeled);
});

test('without labels the first of more than a few points is shown', () => {
  expect(usualEmbedding([small, large])).toBe(large);
});

test('a small or unreadable one is shown where there is nothing else', () => {
  expect(usualEmbedding([broken, small])).toBe(small);
  expect(usualEmbedding([broken])).toBe(broken);
  expect(usualEmbedding([])).toBeNull();
});
