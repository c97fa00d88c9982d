import { expect, it } from 'vitest';
import { aroundMatch, MOST_HITS, searchAll, type Hit, type Progress } from './search.ts';

const hit = (index: number): Hit => ({
  run: 1,
  tag: 't',
  index,
  step: index,
  wall_time: 0,
  n_matches: 2,
  snippets: [],
});
const QUESTION = { text: 'x', runs: null, tags: null };

it('goes on where the last answer stopped, and tells each time', async () => {
  const requested: unknown[] = [];
  const reports: Progress[] = [];
  const answers = [
    { hits: [hit(9), hit(8)], n_values: 5, n_unread: 0, after: { run: 1, tag: 't', index: 5 } },
    { hits: [hit(2)], n_values: 5, n_unread: 1, after: null },
  ];
  await searchAll(
    QUESTION,
    (progress) => reports.push(progress),
    () => true,
    (params) => {
      requested.push((params as { after: unknown }).after);
      return Promise.resolve(answers[requested.length - 1] as (typeof answers)[0]);
    },
  );
  expect(requested).toEqual([null, { run: 1, tag: 't', index: 5 }]);
  expect(
    reports.map(({ hits, nMatches, nValues, nUnread, done }) => [
      hits.length,
      nMatches,
      nValues,
      nUnread,
      done,
    ]),
  ).toEqual([
    [2, 4, 5, 0, false],
    [3, 6, 10, 1, true],
  ]);
});

it('stops when nobody wants it any more, and when enough is found', async () => {
  const reports: Progress[] = [];
  const many = {
    hits: Array.from({ length: MOST_HITS }, (_, i) => hit(i)),
    n_values: 1,
    n_unread: 0,
    after: { run: 1, tag: 't', index: 0 },
  };
  await searchAll(
    QUESTION,
    (progress) => reports.push(progress),
    () => false,
    () => Promise.resolve(many),
  );
  expect(reports).toEqual([]);
  await searchAll(
    QUESTION,
    (progress) => reports.push(progress),
    () => true,
    () => Promise.resolve(many),
  );
  expect(reports.map((progress) => progress.done)).toEqual([true]);
});

it('leaves out the fences of code around a match', () => {
  expect(aroundMatch(['```text\nepoch 1, ', 'loss', ' 2\n```'])).toEqual(['epoch 1, ', 'loss', ' 2']);
  expect(aroundMatch(['use ```', 'loss', '``` here'])).toEqual(['use ```', 'loss', '``` here']);
});
