import { expect, it } from 'vitest';
import { reasonOf } from './reason.ts';

it('leaves out the status and keeps every other word', () => {
  const why = 't-SNE needs at least 4 points, and there are 2';
  expect(reasonOf(new Error(`not found: ${why}`))).toBe(why);
  expect(reasonOf(new Error('x.tsv: not found: y'))).toBe('x.tsv: not found: y');
  expect(reasonOf('stopped')).toBe('stopped');
});
