import { expect, it } from 'vitest';
import { shapeText, typesText } from './row_details.ts';

it('writes the shapes of tensors and leaves out what has none', () => {
  expect(shapeText('[[32, 64], [64, 128], []]')).toBe('32×64, 64×128');
  expect(shapeText('[[[2, 3], [4]], [5]]')).toBe('[2×3, 4], 5');
  expect(shapeText('[[], []]')).toBe('scalars');
  expect(shapeText('f32[8]')).toBe('f32[8]');
});

it('names each type of a tensor once', () => {
  expect(typesText('["float", "c10::BFloat16", "float", "Scalar", ""]')).toBe('float, c10::BFloat16');
  expect(typesText('')).toBe('');
});
