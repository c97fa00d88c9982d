import { expect, test } from 'vitest';
import { AnswerCache } from './answer_cache.ts';

test('AnswerCache forgets the answer of an older generation', () => {
  const cache = new AnswerCache();
  cache.set('a', 1, new ArrayBuffer(8));
  expect(cache.get('a', 1)?.byteLength).toBe(8);
  expect(cache.get('a', 2)).toBe(null);
  expect(cache.get('a', 1)).toBe(null);
});

test('AnswerCache drops the least recently used answers beyond its budget', () => {
  const cache = new AnswerCache(100);
  for (const name of ['a', 'b', 'c', 'd']) cache.set(name, 0, new ArrayBuffer(25));
  cache.get('a', 0);
  cache.set('e', 0, new ArrayBuffer(25));
  expect(['a', 'b', 'c', 'd', 'e'].filter((name) => cache.get(name, 0))).toEqual(['a', 'c', 'd', 'e']);
});

test('AnswerCache does not let one large answer push out the others', () => {
  const cache = new AnswerCache(100);
  cache.set('small', 0, new ArrayBuffer(10));
  cache.set('large', 0, new ArrayBuffer(90));
  expect(cache.get('large', 0)).toBe(null);
  expect(cache.get('small', 0)?.byteLength).toBe(10);
});
