import { expect, test } from 'vitest';
import { Generations } from './generations.ts';
import type { KindQuery } from './kind_query.ts';
import { LinesQuery, type LinesQuestion } from './lines_query.ts';
import type { SeriesParams } from './shapes.ts';
import { linesFrame } from './testing/frames.ts';
import { ManualClock } from './testing/manual_clock.ts';
import { ScriptedServer } from './testing/scripted_server.ts';

const QUESTION: LinesQuestion = {
  tag: 't',
  x: 'step',
  range: null,
  width_px: 100,
  smoothing: null,
  superseded: false,
  raw: true,
};

function setUp() {
  const server = new ScriptedServer<KindQuery>();
  const clock = new ManualClock();
  const generations = new Generations();
  const query = new LinesQuery({ generations, clock, fetch: server.fetch }, () => undefined);
  const requestedRuns = () => server.questions.map(({ params }) => (params as SeriesParams).runs);
  return { server, clock, generations, query, requestedRuns };
}

test('LinesQuery requests only the runs that are missing, and names none where all are', async () => {
  const { server, query, requestedRuns } = setUp();
  query.ask(QUESTION, [1, 2], 2);
  await server.last.answer(linesFrame([1, 2]));
  query.ask(QUESTION, [1], 2);
  query.ask(QUESTION, [1, 2], 2);
  query.ask(QUESTION, [1, 2, 3], 5);
  await server.last.answer(linesFrame([3]));
  expect(requestedRuns()).toEqual([null, [3]]);
  expect([...query.lines.keys()]).toEqual([1, 2, 3]);
});

test('LinesQuery requests the runs that grew and keeps the old lines meanwhile', async () => {
  const { server, query, generations, clock, requestedRuns } = setUp();
  query.ask(QUESTION, [1, 2], 2);
  await server.last.answer(linesFrame([1, 2]));
  generations.note(new Set([2]));
  clock.advance(250);
  expect(query.lines.get(2)?.steps[0]).toBe(0);
  await server.last.answer(linesFrame([2], 500));
  expect(requestedRuns()).toEqual([null, [2]]);
  expect([query.lines.get(1)?.steps[0], query.lines.get(2)?.steps[0]]).toEqual([0, 500]);
});

test('LinesQuery requests a run again that grew while it was being requested', async () => {
  const { server, query, generations, clock, requestedRuns } = setUp();
  query.ask(QUESTION, [1, 2], 3);
  generations.note(new Set([2]));
  await server.last.answer(linesFrame([1, 2]));
  clock.advance(250);
  await server.last.answer(linesFrame([2], 700));
  clock.advance(10_000);
  expect(requestedRuns()).toEqual([[1, 2], [2]]);
  expect(query.lines.get(2)?.steps[0]).toBe(700);
});

test('LinesQuery lets a request finish when only further runs are shown, then asks for those', async () => {
  const { server, query, requestedRuns } = setUp();
  query.ask(QUESTION, [1], 3);
  query.ask(QUESTION, [1, 2], 3);
  expect(server.requests[0]?.isAborted).toBe(false);
  await server.last.answer(linesFrame([1]));
  expect(requestedRuns()).toEqual([[1], [2]]);
});

test('LinesQuery aborts for another question and keeps the old lines until its answer is here', async () => {
  const { server, query } = setUp();
  query.ask(QUESTION, [1, 2], 2);
  await server.last.answer(linesFrame([1, 2]));
  query.ask({ ...QUESTION, width_px: 200 }, [1], 2);
  query.ask({ ...QUESTION, width_px: 300 }, [1], 2);
  expect(server.requests.map((request) => request.isAborted)).toEqual([false, true, false]);
  expect([...query.lines.keys()]).toEqual([1, 2]);
  await server.last.answer(linesFrame([1]));
  expect([...query.lines.keys()]).toEqual([1]);
});

test('LinesQuery shows an error and retries on demand', async () => {
  const { server, query } = setUp();
  query.ask(QUESTION, [1], 1);
  await server.last.fail('503');
  expect(query.error?.message).toBe('503');
  query.retry();
  await server.last.answer(linesFrame([1]));
  expect(server.requests.length).toBe(2);
  expect(query.error).toBe(null);
  expect(query.lines.size).toBe(1);
});

test('LinesQuery that was cleared has no lines and requests them again', async () => {
  const { server, query } = setUp();
  query.ask(QUESTION, [1], 1);
  await server.last.answer(linesFrame([1]));
  query.clear();
  expect(query.lines.size).toBe(0);
  query.ask(QUESTION, [1], 1);
  expect(server.requests.length).toBe(2);
});
