import { expect, test } from 'vitest';
import { Generations } from './generations.ts';

test('Generations of runs grow with their own changes only', () => {
  const generations = new Generations();
  const [before, others] = [generations.of([1]), generations.of([2])];
  generations.note(new Set([1]));
  expect(generations.of([1, 2])).toBeGreaterThan(before);
  expect(generations.of([2])).toBe(others);
});

test('Generations of all runs grow with any change', () => {
  const generations = new Generations();
  const before = generations.of(null);
  generations.note(new Set([7]));
  expect(generations.of(null)).toBeGreaterThan(before);
});

test('Generations grow for every run when any may have changed', () => {
  const generations = new Generations();
  generations.note(new Set([1]));
  const before = [generations.of([1]), generations.of([])];
  generations.note(null);
  expect(generations.of([1])).toBeGreaterThan(before[0] as number);
  expect(generations.of([])).toBeGreaterThan(before[1] as number);
});

test('Generations tell their listeners until these unsubscribe', () => {
  const generations = new Generations();
  const heard: (readonly number[] | null)[] = [];
  const unsubscribe = generations.subscribe((changed) => heard.push(changed && [...changed]));
  generations.note(new Set([1, 2]));
  generations.note(null);
  unsubscribe();
  generations.note(new Set([3]));
  expect(heard).toEqual([[1, 2], null]);
});
