import { expect, it } from 'vitest';
import { pressed, readKinds } from './kinds.ts';

it('shows all kinds unless some are named', () => {
  expect([...readKinds(undefined)]).toEqual(['scalar', 'histogram', 'image']);
  expect([...readKinds('image,scalar,nonsense')]).toEqual(['scalar', 'image']);
  expect(readKinds('nonsense').size).toBe(3);
});

it('chooses one out of all, adds others, and goes back to all', () => {
  expect(pressed(readKinds(undefined), 'image')).toBe('image');
  expect(pressed(readKinds('image'), 'scalar')).toBe('scalar,image');
  expect(pressed(readKinds('image,scalar'), 'histogram')).toBeUndefined();
  expect(pressed(readKinds('image'), 'image')).toBeUndefined();
});
