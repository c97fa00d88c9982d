import { expect, it } from 'vitest';
import { commonPrefix, nameParts, shorten } from './names.ts';

it('finds the common beginning at a word boundary', () => {
  expect(commonPrefix(['sweep/trial-001', 'sweep/trial-002'])).toBe('sweep/trial-');
  expect(commonPrefix(['dropout-0.1', 'dropout-0.2'])).toBe('dropout-0.');
  expect(commonPrefix(['abc', 'abd'])).toBe('');
  expect(commonPrefix(['only/one'])).toBe('');
  expect(commonPrefix(['a/b', 'c'])).toBe('');
});

it('keeps what differs in sight', () => {
  expect(nameParts('sweep/trial-001', 'sweep/trial-')).toEqual({ dim: 'sweep/trial-', head: '001', tail: '' });
  const long = nameParts('a-very-long-name-that-ends-in-seed-17', '');
  expect(long.tail).toBe('s-in-seed-17');
  expect(long.head + long.tail).toBe('a-very-long-name-that-ends-in-seed-17');
  expect(nameParts('same/', 'same/').head).toBe('same/');
});

it('shortens in the middle', () => {
  expect(shorten('short', 10)).toBe('short');
  expect(shorten('abcdefghijklmnop', 8)).toBe('ab…lmnop');
});
