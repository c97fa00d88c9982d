import { expect, it } from 'vitest';
import type { Tag } from '../../data/shapes.ts';
import { groupsOf, madeOf, missing, nameOf, patternsOf, resolve, type Chart } from './layout.ts';

const chart = (title: string, ...tags: string[]): Chart => ({ title, tags, margins: [] });
const tag = (name: string): Tag => ({
  kind: 'scalar',
  tag: name,
  display_name: name,
  description: '',
  runs: [1],
  n_points: 1,
});
const SCALARS = new Map(['loss/train', 'loss/val'].map((name) => [name, tag(name)]));

it('reads its charts among the saved views, and nothing else', () => {
  const views = [
    { name: 'my view', state: { hash: '#/scalars' } },
    {
      name: nameOf('losses', 'both'),
      state: { category: 'losses', chart: { title: 'both', tags: ['loss/.*'] } },
    },
    { name: nameOf('odd', 'one'), state: null },
  ];
  expect(madeOf(views)).toEqual([
    {
      name: 'layout: losses · both',
      category: 'losses',
      chart: { title: 'both', tags: ['loss/.*'], margins: [] },
    },
  ]);
});

it('keeps a chart under a name without slashes', () => {
  expect(nameOf('a/b', 'c/d')).toBe('layout: a∕b · c∕d');
});

it('puts made charts behind logged ones of their category', () => {
  const made = [
    { name: 'b', category: 'new', chart: chart('x', 'c') },
    { name: 'a', category: 'losses', chart: chart('y', 'b', 'a') },
  ];
  const groups = groupsOf([{ title: 'losses', charts: [chart('both', 'a')], closed: true }], made);
  expect(
    groups.map((group) => [group.title, group.closed, group.charts.map((one) => one.chart.title)]),
  ).toEqual([
    ['losses', true, ['both', 'y']],
    ['new', false, ['x']],
  ]);
  expect(patternsOf(groups)).toEqual(['a', 'b', 'c']);
  expect(new Set(groups.flatMap((group) => group.charts.map((one) => one.key))).size).toBe(3);
});

it('names the scalars of expressions once, and what is wrong with others', () => {
  const matches = {
    'loss/.*': { tags: ['loss/train', 'loss/val'], fault: null },
    'loss/val': { tags: ['loss/val'], fault: null },
    '(': { tags: [], fault: 'is no regular expression' },
    none: { tags: [], fault: null },
  };
  const found = resolve(chart('t', 'loss/val', 'loss/.*', '(', 'none'), matches, SCALARS);
  expect(found.tags.map((one) => one.tag)).toEqual(['loss/val', 'loss/train']);
  expect(found.faults).toEqual(['(: is no regular expression', 'No scalar matches none']);
});

it('names the tags of margins that are not there', () => {
  expect(
    missing({ title: 'm', tags: [], margins: [{ value: 'loss/val', lower: 'low', upper: 'low' }] }, SCALARS),
  ).toEqual(['low']);
});
