import { expect, it } from 'vitest';
import type { Run } from '../../data/shapes.ts';
import { run } from '../../state/testing/scripted_board.ts';
import { noticesOf, titleOf, type Found, type Notice } from './notices.ts';

const NOW = 1_000_000;
const nan: Found = { rule: 'nan', run: 1, tag: 'loss', step: 41_900, n_tags: 3 };
const slower: Found = { rule: 'slower', run: 1, pace: 3.8, was: 6, step: 60 };
const plateau: Found = { rule: 'plateau', run: 1, tag: 'loss', step: 53_200, last_step: 61_200 };

function noticesOfRun(found: readonly Found[], change: Partial<Run>): Notice[] {
  return noticesOf(found, new Map([[1, run(1, 'a', change)]]), NOW);
}

const rules = (found: readonly Found[], change: Partial<Run>): string[] =>
  noticesOfRun(found, change).map((notice) => notice.rule);

it('reports NaN of any run, pace and plateaus of live ones alone, nothing of archived ones', () => {
  expect(rules([plateau, slower, nan], { state: 'live' })).toEqual(['nan', 'slower', 'plateau']);
  expect(rules([plateau, slower, nan], { state: 'finished' })).toEqual(['nan']);
  expect(rules([nan], { hidden: true })).toEqual([]);
});

it('reports a run as stalled where the server does, with its silence and the steps to go', () => {
  const stalled = { since: NOW - 500, usual_secs: 7 };
  const silent = { stalled, last_time: NOW - 840, last_step: 38_214 };
  const [notice] = noticesOfRun([], { ...silent, planned_step: 80_000 });
  expect(notice?.what).toBe('no new value for 14 min');
  expect(notice?.evidence).toBe('Usually one every 7 s. Last at step 38,214; 41,786 steps to go.');
  expect(noticesOfRun([], silent)[0]?.evidence).toBe('Usually one every 7 s. Last at step 38,214.');
  expect(rules([], { ...silent, stalled: null })).toEqual([]);
});

it('gives the evidence of a NaN', () => {
  expect(noticesOfRun([nan], { state: 'live' })[0]).toMatchObject({
    what: 'loss is NaN',
    evidence: 'First at step 41,900. 2 more tags have NaN.',
    step: 41_900,
  });
});

it('reports exceptions and alerts of any run, the exception first', () => {
  const step_notes = [
    { step: 7, tag: null, text: 'Alert: loss > 5: loss = 9' },
    { step: 8, tag: null, text: 'a note of mine' },
  ];
  const found = noticesOfRun([nan], { exception: 'ValueError: no labels', last_step: 90, step_notes });
  expect(found.map(({ rule, what, evidence, step }) => [rule, what, evidence, step])).toEqual([
    ['failed', 'ended with an exception', 'ValueError: no labels. Last step 90.', null],
    ['alert', 'loss > 5: loss = 9', 'Alert at step 7.', 7],
    ['nan', 'loss is NaN', 'First at step 41,900. 2 more tags have NaN.', 41_900],
  ]);
  expect(new Set(found.map((notice) => notice.key)).size).toBe(3);
});

it('puts the number of new ones before the title of the page', () => {
  expect(titleOf(3, 'Scalars', '')).toBe('(3) Scalars · Sightline');
  expect(titleOf(0, 'Images', 'lab')).toBe('Images · lab');
});
