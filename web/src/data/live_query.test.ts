import { expect, test } from 'vitest';
import { AnswerCache } from './answer_cache.ts';
import { asJson } from './api.ts';
import { Generations } from './generations.ts';
import { LiveQuery } from './live_query.ts';
import type { Pace } from './request_loop.ts';
import { ManualClock } from './testing/manual_clock.ts';
import { ScriptedServer } from './testing/scripted_server.ts';

function setUp(options: Pace & { cache?: AnswerCache; generations?: Generations } = {}) {
  const server = new ScriptedServer<string>();
  const clock = new ManualClock();
  const generations = options.generations ?? new Generations();
  const seen: { value: number | null; loading: boolean }[] = [];
  const query: LiveQuery<string, number> = new LiveQuery<string, number>({
    clock,
    ...options,
    fetch: server.fetch,
    decode: (bytes) => {
      const value = asJson<number | null>(bytes);
      if (value === null) throw new Error('not a number');
      return value;
    },
    generations,
    onUpdate: () => seen.push({ value: query.value, loading: query.loading }),
  });
  return { server, clock, generations, query, seen };
}

test('LiveQuery asks, reports loading, and gives the answer', async () => {
  const { server, query, seen } = setUp();
  query.ask('a');
  expect(query.loading).toBe(true);
  await server.last.answerJson(1);
  expect(query).toMatchObject({ value: 1, loading: false, error: null });
  expect(seen).toEqual([
    { value: null, loading: true },
    { value: 1, loading: false },
  ]);
});

test('LiveQuery does not ask an equal question again', async () => {
  const { server, query } = setUp();
  query.ask('a');
  query.ask('a');
  await server.last.answerJson(1);
  query.ask('a');
  expect(server.questions).toEqual(['a']);
});

test('LiveQuery aborts the old question and keeps its answer until the new one is here', async () => {
  const { server, query } = setUp();
  query.ask('a');
  await server.last.answerJson(1);
  query.ask('b');
  query.ask('c');
  expect(server.requests.map((request) => request.isAborted)).toEqual([false, true, false]);
  expect(query).toMatchObject({ value: 1, loading: true });
  await server.last.answerJson(3);
  expect(query.value).toBe(3);
});

test('LiveQuery ignores an answer that comes after its question was withdrawn', async () => {
  const { server, query } = setUp();
  query.ask('a');
  const first = server.last;
  query.ask(null);
  expect(first.isAborted).toBe(true);
  expect(query.loading).toBe(false);
  await first.answerJson(1);
  expect(query.value).toBe(null);
});

test('LiveQuery has nothing to ask when a withdrawn question that was answered comes back', async () => {
  const { server, query } = setUp();
  query.ask('a');
  await server.last.answerJson(1);
  query.ask(null);
  query.ask('a');
  expect(server.questions).toEqual(['a']);
});

test('LiveQuery asks again after growth of its runs only, once for all growth in the gathering time', async () => {
  const { server, query, generations, clock } = setUp({ growth_ms: 100 });
  query.ask('a', [1, 2]);
  await server.last.answerJson(1);
  generations.note(new Set([3]));
  clock.advance(1000);
  expect(server.requests.length).toBe(1);
  generations.note(new Set([1]));
  clock.advance(60);
  generations.note(new Set([2]));
  expect(server.requests.length).toBe(1);
  clock.advance(40);
  expect(server.requests.length).toBe(2);
  expect(query).toMatchObject({ value: 1, loading: true });
  await server.last.answerJson(2);
  clock.advance(1000);
  expect(query.value).toBe(2);
  expect(server.requests.length).toBe(2);
});

test('LiveQuery asks again after growth that arrived while a request was under way', async () => {
  const { server, query, generations, clock } = setUp();
  query.ask('a', [1]);
  generations.note(new Set([1]));
  clock.advance(10_000);
  expect(server.requests.length).toBe(1);
  expect(server.last.isAborted).toBe(false);
  await server.last.answerJson(1);
  clock.advance(250);
  expect(server.requests.length).toBe(2);
  await server.last.answerJson(2);
  clock.advance(10_000);
  expect(query.value).toBe(2);
  expect(server.requests.length).toBe(2);
});

test('LiveQuery asks again after a lost connection, whatever its runs', async () => {
  const { server, query, generations, clock } = setUp();
  query.ask('a', []);
  await server.last.answerJson(1);
  generations.note(null);
  clock.advance(250);
  expect(server.requests.length).toBe(2);
});

test('LiveQuery held back asks no updates, but new questions, and catches up when released', async () => {
  const { server, query, generations, clock } = setUp();
  query.hold(true);
  query.ask('a', [1]);
  await server.last.answerJson(1);
  generations.note(new Set([1]));
  clock.advance(10_000);
  expect(server.requests.length).toBe(1);
  query.hold(false);
  clock.advance(250);
  expect(server.requests.length).toBe(2);
});

test('LiveQuery held back while an update waits does not send it', async () => {
  const { server, query, generations, clock } = setUp();
  query.ask('a', [1]);
  await server.last.answerJson(1);
  generations.note(new Set([1]));
  query.hold(true);
  clock.advance(10_000);
  expect(server.requests.length).toBe(1);
});

test('LiveQuery keeps the answer on an error, does not repeat by itself, and retries on demand', async () => {
  const { server, query, generations, clock } = setUp();
  query.ask('a', [1]);
  await server.last.answerJson(1);
  generations.note(new Set([1]));
  clock.advance(250);
  await server.last.fail('busy');
  expect(query).toMatchObject({ value: 1, loading: false });
  expect(query.error?.message).toBe('busy');
  clock.advance(10_000);
  expect(server.requests.length).toBe(2);
  query.retry();
  expect(query).toMatchObject({ loading: true, error: null });
  await server.last.answerJson(2);
  expect(query).toMatchObject({ value: 2, error: null });
});

test('LiveQuery asks a failed question again when its runs grow, and another question at once', async () => {
  const { server, query, generations, clock } = setUp();
  query.ask('a', [1]);
  await server.last.fail('busy');
  generations.note(new Set([1]));
  expect(server.requests.length).toBe(1);
  clock.advance(250);
  expect(server.requests.length).toBe(2);
  await server.last.fail('busy');
  query.ask('b', [1]);
  expect(server.last.question).toBe('b');
});

test('LiveQuery reports an answer that cannot be decoded as an error', async () => {
  const { server, query } = setUp();
  query.ask('a');
  await server.last.answerJson(null);
  expect(query.error?.message).toBe('not a number');
  expect(server.requests.length).toBe(1);
});

test('LiveQuery with a debounce asks only the question that rests', () => {
  const { server, query, clock } = setUp({ debounce_ms: 100 });
  query.ask('a');
  clock.advance(60);
  query.ask('b');
  clock.advance(60);
  expect(server.questions).toEqual([]);
  clock.advance(40);
  expect(server.questions).toEqual(['b']);
});

test('LiveQuery gives the server a rest in proportion to what the last answer took', async () => {
  const { server, query, generations, clock } = setUp({ growth_ms: 100, restShare: 4 });
  query.ask('a', [1]);
  clock.advance(500);
  await server.last.answerJson(1);
  generations.note(new Set([1]));
  clock.advance(1999);
  expect(server.requests.length).toBe(1);
  clock.advance(1);
  expect(server.requests.length).toBe(2);
});

test('LiveQuery refreshes on demand, also when a request is under way', async () => {
  const { server, query, clock } = setUp();
  query.ask('a');
  query.refresh();
  await server.last.answerJson(1);
  clock.advance(250);
  expect(server.requests.length).toBe(2);
});

test('LiveQuery shows a cached answer of the same generation without a request', async () => {
  const generations = new Generations();
  const cache = new AnswerCache();
  const first = setUp({ cache, generations });
  first.query.ask('a', [1]);
  await first.server.last.answerJson(1);
  first.query.stop();

  const second = setUp({ cache, generations });
  second.query.ask('a', [1]);
  expect(second.query).toMatchObject({ value: 1, loading: false });
  expect(second.server.requests.length).toBe(0);
  second.query.stop();

  generations.note(new Set([1]));
  const third = setUp({ cache, generations });
  third.query.ask('a', [1]);
  expect(third.server.requests.length).toBe(1);
});

test('LiveQuery that was stopped aborts, and neither growth nor timers make it ask', async () => {
  const { server, query, generations, clock } = setUp();
  query.ask('a', [1]);
  await server.last.answerJson(1);
  generations.note(new Set([1]));
  query.stop();
  generations.note(new Set([1]));
  clock.advance(10_000);
  expect(server.requests.length).toBe(1);
});
