import { expect, it } from 'vitest';
import { commonParts, commonPrefix, leastTelling, nameParts, NOTHING_COMMON, shorten } from './names.ts';

it('finds the common beginning at a word boundary', () => {
  expect(commonPrefix(['sweep/trial-001', 'sweep/trial-002'])).toBe('sweep/trial-');
  expect(commonPrefix(['dropout-0.1', 'dropout-0.2'])).toBe('dropout-0.');
  expect(commonPrefix(['abc', 'abd'])).toBe('');
  expect(commonPrefix(['only/one'])).toBe('');
  expect(commonPrefix(['a/b', 'c'])).toBe('');
});

it('finds what names begin and end with, without using a letter twice', () => {
  expect(commonParts(['exp_lr0.1_v2_final', 'exp_lr0.3_v2_final'])).toEqual({
    prefix: 'exp_lr0.',
    suffix: '_v2_final',
  });
  expect(commonParts(['a-a', 'a-a-a'])).toEqual({ prefix: 'a-', suffix: '' });
  expect(commonParts(['one'])).toEqual(NOTHING_COMMON);
  expect(commonParts([])).toEqual(NOTHING_COMMON);
});

it('keeps what differs in sight', () => {
  expect(nameParts('sweep/trial-001', { prefix: 'sweep/trial-', suffix: '' })).toEqual({
    dim: 'sweep/trial-',
    head: '001',
    tail: '',
    end: '',
  });
  expect(nameParts('exp_lr0.1_v2_final', { prefix: 'exp_lr0.', suffix: '_v2_final' })).toEqual({
    dim: 'exp_lr0.',
    head: '1',
    tail: '',
    end: '_v2_final',
  });
  const long = nameParts('a-very-long-name-that-ends-in-seed-17', NOTHING_COMMON);
  expect(long.tail).toBe('s-in-seed-17');
  expect(long.head + long.tail).toBe('a-very-long-name-that-ends-in-seed-17');
  expect(nameParts('lr=0.001,hidden=64', NOTHING_COMMON)).toMatchObject({
    head: 'lr=0.001,',
    tail: 'hidden=64',
  });
  expect(nameParts('same/', { prefix: 'same/', suffix: '' }).head).toBe('same/');
});

it('shortens in the middle', () => {
  expect(shorten('short', 10)).toBe('short');
  expect(shorten('abcdefghijklmnop', 8)).toBe('ab…lmnop');
});

it('lets the folder give way where the last part of the name is its own', () => {
  const of = leastTelling(['damaged/no_tail', 'damaged/zero', 'a/train', 'b/train', 'alone'], NOTHING_COMMON);
  expect(of('damaged/no_tail')).toEqual({ prefix: 'damaged/', suffix: '' });
  expect(of('a/train')).toEqual(NOTHING_COMMON);
  expect(of('alone')).toEqual(NOTHING_COMMON);
});
