import { expect, it } from 'vitest';
import { commonParts, commonPrefix, leastTelling, nameParts, NOTHING_COMMON, spareParts } from './names.ts';

it('finds the common beginning at a word boundary', () => {
  expect(commonPrefix(['sweep/trial-001', 'sweep/trial-002'])).toBe('sweep/trial-');
  expect(commonPrefix(['dropout-0.1', 'dropout-0.2'])).toBe('dropout-');
  expect(commonPrefix(['adamw,lr=0.02,hidden=16', 'adamw,lr=0.02,hidden=64'])).toBe('adamw,lr=0.02,');
  expect(commonPrefix(['lr_1e-3', 'lr_1e-4'])).toBe('lr_');
  expect(commonPrefix(['model.a', 'model.b'])).toBe('model.');
  expect(commonPrefix(['abc', 'abd'])).toBe('');
  expect(commonPrefix(['only/one'])).toBe('');
  expect(commonPrefix(['a/b', 'c'])).toBe('');
});

it('finds what names begin and end with, without using a letter twice', () => {
  expect(commonParts(['exp_lr0.1_v2_final', 'exp_lr0.3_v2_final'])).toEqual({
    prefix: 'exp_',
    suffix: '_v2_final',
  });
  expect(commonParts(['a/0.5/x', 'b/1.5/x']).suffix).toBe('/x');
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

it('lets the folder give way where the last part of the name is its own', () => {
  const of = leastTelling(['damaged/no_tail', 'damaged/zero', 'a/train', 'b/train', 'alone'], NOTHING_COMMON);
  expect(of('damaged/no_tail')).toEqual({ prefix: 'damaged/', suffix: '' });
  expect(of('a/train')).toEqual(NOTHING_COMMON);
  expect(of('alone')).toEqual(NOTHING_COMMON);
});

it('spares the folder and the words after which a name is no other', () => {
  const spare = spareParts(
    ['adam/lr=0.001,hidden=64', 'adam/lr=0.003,hidden=64', 'sgd/lr=0.02,hidden=16', 'sgd/lr=0.02,hidden=64'],
    NOTHING_COMMON,
  );
  expect(spare.get('adam/lr=0.001,hidden=64')).toEqual({ prefix: 'adam/', suffix: ',hidden=64' });
  expect(spare.get('sgd/lr=0.02,hidden=16')).toEqual({ prefix: 'sgd/', suffix: '' });
  expect(spareParts(['a/1', 'b/1'], NOTHING_COMMON).get('a/1')).toEqual({ prefix: '', suffix: '/1' });
  expect(spareParts(['run', 'run_2_x'], NOTHING_COMMON).get('run_2_x')).toEqual({ prefix: '', suffix: '_x' });
});
