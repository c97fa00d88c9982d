import { expect, it } from 'vitest';
import { suggestKey } from './key_suggestion.ts';

const keys = ['optimizer/lr', 'model/depth', 'depth'];

it('suggestKey finds the key of which only the end was named', () => {
  expect(suggestKey('batch > 3 and lr>1e-4', keys)).toEqual({ word: 'lr', key: 'optimizer/lr' });
});

it('suggestKey suggests nothing for keys named in full, or unknown', () => {
  expect(suggestKey('depth >= 12 or optimizer/lr < 1 or width = 3', keys)).toBe(null);
});
