import { expect, it } from 'vitest';
import { frontCode, frontDecode } from './front_coding.ts';

it('writes what differs, and reads it back', () => {
  expect(frontCode(['sweep/trial-02', 'sweep/trial-01', 'other'])).toEqual([
    '0other',
    '0sweep/trial-01',
    'd2',
  ]);
  const names = ['', 'a', 'ab', `${'x'.repeat(100)}1`, `${'x'.repeat(100)}2`, 'ü/ö'];
  expect(frontDecode(frontCode(names)).sort()).toEqual([...names].sort());
});

it('makes something of what nobody wrote', () => {
  expect(frontDecode(['?what', '', 'z'])).toEqual(['what', '', '']);
});
