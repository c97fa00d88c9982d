import { expect, it } from 'vitest';
import { dimsOthers } from './overlay.ts';

const sparse = { x: { length: 100 }, raw: null };

it('rims the lifted line among a dozen and dims the others among more', () => {
  expect([dimsOthers(1, sparse, 400), dimsOthers(12, sparse, 400), dimsOthers(13, sparse, 400)]).toEqual([
    false,
    false,
    true,
  ]);
});

it('dims where the lifted line is jagged and denser than pixels, since its rim would be a blot', () => {
  expect(dimsOthers(2, { x: { length: 900 }, raw: null }, 400)).toBe(true);
  expect(dimsOthers(2, { x: { length: 900 }, raw: [] }, 400)).toBe(false);
});
