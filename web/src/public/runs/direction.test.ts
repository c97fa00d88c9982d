import { expect, it } from 'vitest';
import { direction, verdict } from './direction.ts';

it.each([
  ['train/loss', 'lower'],
  ['eval_loss', 'lower'],
  ['val/fid_50k', 'lower'],
  ['val/accuracy', 'higher'],
  ['acc@5', 'higher'],
  ['train/lr', null],
  ['glossary/size', null],
  ['mapping', null],
])('%s: %s', (tag, expected) => {
  expect(direction(tag)).toBe(expected);
});

it('judges a difference', () => {
  expect(verdict('loss', -0.1)).toBe('better');
  expect(verdict('acc', -0.1)).toBe('worse');
  expect(verdict('lr', -0.1)).toBe('faint');
  expect(verdict('loss', null)).toBe('faint');
});
