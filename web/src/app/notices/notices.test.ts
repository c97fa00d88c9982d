import { expect, it } from 'vitest';
import type { Run } from '../../data/shapes.ts';
import { noticesOf, titleOf, type Found } from './notices.ts';

const NOW = 1_000_000;

function runs(state: Run['state'], hidden = false): ReadonlyMap<number, Run> {
  return new Map([[1, { id: 1, name: 'a', state, hidden } as Run]]);
}

function rules(found: readonly Found[], state: Run['state'], watched = [1]): string[] {
  return noticesOf(found, runs(state), { now_s: NOW, watched: new Set(watched) }).map((one) => one.rule);
}

const nan: Found = { rule: 'nan', run: 1, tag: 'loss', step: 41_900, n_tags: 3 };
const slower: Found = { rule: 'slower', run: 1, pace: 3.8, was: 6, step: 60 };
const plateau: Found = { rule: 'plateau', run: 1, tag: 'loss', step: 53_200, last_step: 61_200 };
const interval = (silent_s: number, usual_secs: number): Found => ({
  rule: 'interval',
  run: 1,
  usual_secs,
  step: 9,
  wall_time: NOW - silent_s,
});

it('tells NaN of any run, pace and plateaus of live ones alone', () => {
  expect(rules([plateau, slower, nan], 'live')).toEqual(['nan', 'slower', 'plateau']);
  expect(rules([plateau, slower, nan], 'finished')).toEqual(['nan']);
  expect(noticesOf([nan], runs('live', true), { now_s: NOW, watched: new Set() })).toEqual([]);
});

it('calls a run stalled when it was seen live and is silent for far longer than usual', () => {
  expect(rules([interval(840, 0.7)], 'idle')).toEqual(['stalled']);
  expect(rules([interval(840, 0.7)], 'live')).toEqual([]);
  expect(rules([interval(840, 0.7)], 'finished')).toEqual([]);
  expect(rules([interval(840, 60)], 'idle')).toEqual([]);
  expect(rules([interval(840, 0.7)], 'idle', [])).toEqual([]);
});

it('says what happened and by which evidence', () => {
  const [first] = noticesOf([nan], runs('live'), { now_s: NOW, watched: new Set() });
  expect(first).toMatchObject({
    what: 'loss is NaN',
    evidence: 'First at step 41,900. 2 more tags have NaN.',
    step: 41_900,
  });
  const [silent] = noticesOf([interval(840, 0.7)], runs('idle'), { now_s: NOW, watched: new Set([1]) });
  expect(silent?.what).toBe('no new value for 14 min');
});

it('puts the number of new ones before the title of the page', () => {
  expect(titleOf(3, 'Scalars', '')).toBe('(3) Scalars · Sightline');
  expect(titleOf(0, 'Images', 'lab')).toBe('Images · lab');
});
