import { expect, it } from 'vitest';
import type { Run } from '../../data/shapes.ts';
import { coloring } from './coloring.ts';
import { scaleColor, scaleOf } from '../scale.ts';

const run = (id: number, name: string): Run => ({ id, name }) as Run;
const RUNS = [run(1, 'wide/seed-10'), run(2, 'wide/seed-9'), run(3, 'narrow/seed-9'), run(4, 'alone')];
const SHADES = ['#000000', '#808080', '#ffffff'];
const LR: Record<number, number> = { 1: 1e-4, 2: 1e-3, 3: 1e-2, 4: 1e-1 };

it('gives equal values one slot, in the order people count, and leaves out who has none', () => {
  const { colors, legend } = coloring('seed-\\d+', RUNS, () => null, SHADES);
  expect(RUNS.map((one) => colors.get(one.id)?.slot)).toEqual([1, 0, 0, -1]);
  expect(legend?.entries.map((entry) => entry.text)).toEqual(['seed-9', 'seed-10']);
});

it('puts numbers on a scale, by their logarithm over decades', () => {
  const { colors, legend } = coloring('hparam:lr', RUNS, (id) => LR[id] ?? null, SHADES);
  expect(legend?.scale).toMatchObject({ low: 1e-4, high: 0.1, isLog: true });
  expect(colors.get(1)?.css).toBe('#000000');
  expect(colors.get(2)?.css).toBe('#555555');
  expect(colors.get(4)?.css).toBe('#ffffff');
});

it('takes a few numbers, and words, as categories', () => {
  const { legend } = coloring('hparam:depth', RUNS, (id) => (id < 3 ? 12 : 8), SHADES);
  expect(legend?.entries.map((entry) => entry.text)).toEqual(['8', '12']);
});

it('has a color for every number', () => {
  const scale = scaleOf([0, 10, Infinity], SHADES);
  expect(scaleColor(scale, 5)).toBe('#808080');
  expect(scaleColor(scale, Infinity)).toBe('#ffffff');
  expect(scaleColor(scale, NaN)).toBe('#000000');
  expect(scaleColor(scaleOf([3, 3], SHADES), 3)).toBe('#808080');
});
