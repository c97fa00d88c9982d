import { expect, test } from 'vitest';
import { Generations } from '../../../data/generations.ts';
import type { KindQuery } from '../../../data/kind_query.ts';
import type { SeriesParams, Tag } from '../../../data/shapes.ts';
import { groupsFrame, linesFrame } from '../../../data/testing/frames.ts';
import { ManualClock } from '../../../data/testing/manual_clock.ts';
import { ScriptedServer } from '../../../data/testing/scripted_server.ts';
import { ChartFeed, type FeedQuestion } from './feed.ts';

function tagOf(tag: string, runs: number[]): Tag {
  return { kind: 'scalar', tag, display_name: '', description: '', runs, n_points: 3 };
}

const QUESTION: FeedQuestion = {
  tags: [tagOf('t', [1, 2])],
  runs: new Set([1, 2]),
  by: null,
  band: 'std',
  x: 'step',
  range: null,
  width_px: 900,
  smoothing: null,
  superseded: false,
  raw: true,
};
const BY_FOLDER: FeedQuestion = {
  ...QUESTION,
  by: { folder: 1 },
};
const ALL = [{ group: 'all', runs: [1, 2] }];

function setUp() {
  const server = new ScriptedServer<KindQuery>();
  const clock = new ManualClock();
  const generations = new Generations();
  const feed = new ChartFeed({ generations, clock, fetch: server.fetch }, () => undefined);
  return { server, clock, generations, feed };
}

test('ChartFeed asks for each of its tags and stops those that left the chart', async () => {
  const { server, feed } = setUp();
  feed.ask({ ...QUESTION, tags: [tagOf('t', [1]), tagOf('u', [2])] });
  expect(server.questions.map(({ params }) => (params as SeriesParams).tags)).toEqual([['t'], ['u']]);
  await server.requests[0]?.answer(linesFrame([1]));
  expect(feed.loading).toBe(true);
  feed.ask({ ...QUESTION, tags: [tagOf('t', [1])] });
  expect(server.requests[1]?.isAborted).toBe(true);
  expect(feed.loading).toBe(false);
  expect(feed.lines('t').map((line) => line.run)).toEqual([1]);
});

test('ChartFeed asks for groups on fewer points and gives their lines and bands', async () => {
  const { server, feed } = setUp();
  feed.ask(BY_FOLDER);
  expect(server.last.question).toMatchObject({ query: 'groups', params: { width_px: 400 } });
  await server.last.answer(groupsFrame(ALL));
  expect(feed.lines('t')).toEqual([]);
  const [line] = feed.groupLines('t');
  expect(line).toMatchObject({ group: 'all', runs: [1, 2], total: 2 });
  expect([...(line?.band.low ?? [])]).toEqual([0.5, 1.5, 2.5]);
});

test('ChartFeed asks for groups again after growth that arrived during a request', async () => {
  const { server, feed, generations, clock } = setUp();
  feed.ask(BY_FOLDER);
  generations.note(new Set([2]));
  await server.last.answer(groupsFrame(ALL));
  clock.advance(200);
  expect(server.requests.length).toBe(2);
  await server.last.answer(groupsFrame(ALL));
  clock.advance(10_000);
  expect(server.requests.length).toBe(2);
});

test('ChartFeed updates only the sort that is shown, and catches up when the other is shown again', async () => {
  const { server, feed, generations, clock } = setUp();
  feed.ask(QUESTION);
  await server.last.answer(linesFrame([1, 2]));
  feed.ask(BY_FOLDER);
  await server.last.answer(groupsFrame(ALL));
  generations.note(new Set([1]));
  clock.advance(200);
  expect(server.last.question.query).toBe('groups');
  await server.last.answer(groupsFrame(ALL));
  feed.ask(QUESTION);
  expect(feed.lines('t').length).toBe(2);
  clock.advance(200);
  expect(server.last.question).toMatchObject({ query: 'series', params: { runs: [1] } });
});

test('ChartFeed held back asks for no growth until it is released, also for tags that came meanwhile', async () => {
  const { server, feed, generations, clock } = setUp();
  feed.hold(true);
  feed.ask(QUESTION);
  await server.last.answer(linesFrame([1, 2]));
  generations.note(new Set([1]));
  clock.advance(10_000);
  expect(server.requests.length).toBe(1);
  feed.hold(false);
  clock.advance(200);
  expect(server.requests.length).toBe(2);
});

test('ChartFeed shows the error of any tag and retries only what failed', async () => {
  const { server, feed } = setUp();
  feed.ask({ ...QUESTION, tags: [tagOf('t', [1]), tagOf('u', [2])] });
  await server.requests[0]?.answer(linesFrame([1]));
  await server.requests[1]?.fail('503');
  expect(feed.error?.message).toBe('503');
  feed.retry();
  expect(server.questions.map(({ params }) => (params as SeriesParams).tags[0])).toEqual(['t', 'u', 'u']);
});

test('ChartFeed that was stopped aborts what is under way', () => {
  const { server, feed, generations, clock } = setUp();
  feed.ask(QUESTION);
  feed.stop();
  expect(server.last.isAborted).toBe(true);
  generations.note(null);
  clock.advance(10_000);
  expect(server.requests.length).toBe(1);
});
