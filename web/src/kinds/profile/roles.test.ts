import { expect, it } from 'vitest';
import { ROLES, rolesOf } from './roles.ts';

const TORCH = { kernel: 1, memcpy: 0, cpu: 2, other: null };
const JAX = { compute: 1, host: 2, compile: 0, other: 3 };
const keys = (...splits: Record<string, number | null>[]): string[] =>
  rolesOf(...splits).map(({ key }) => key);

it('gives the roles that a split names, in the order they are stacked', () => {
  expect(keys(TORCH)).toEqual(['kernel', 'memcpy', 'cpu', 'other']);
  expect(keys(JAX)).toEqual(['compute', 'compile', 'host', 'other']);
});

it('gives the roles of both where profiles of two producers are compared', () => {
  expect(keys(TORCH, JAX)).toEqual(['kernel', 'compute', 'memcpy', 'compile', 'cpu', 'host', 'other']);
});

it('says where a role stands among all, as the parts of a step do', () => {
  for (const { key, place } of rolesOf(JAX)) expect(ROLES[place]?.key).toBe(key);
});
