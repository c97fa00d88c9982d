import { expect, it } from 'vitest';
import { meantKey } from './meant_key.ts';

const keys = ['optimizer/lr', 'model/depth', 'depth'];

it('finds the key of which only the end was named', () => {
  expect(meantKey('batch > 3 and lr>1e-4', keys)).toEqual({ said: 'lr', key: 'optimizer/lr' });
});

it('has nothing to say of keys named in full, or unknown', () => {
  expect(meantKey('depth >= 12 or optimizer/lr < 1 or width = 3', keys)).toBe(null);
});
