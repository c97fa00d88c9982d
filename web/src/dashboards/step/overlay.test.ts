import { expect, it } from 'vitest';
import { outline } from './overlay.ts';

it('draws counts as steps from the bottom, scaled to the highest of all', () => {
  expect(outline([1, 4], 4, 100, 40)).toBe('M0 40V30.0H50.0V0.0H100.0V40Z');
});
