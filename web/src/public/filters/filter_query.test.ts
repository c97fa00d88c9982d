import { expect, test } from 'vitest';
import { Generations } from '../../data/generations.ts';
import { ScriptedServer, settled } from '../../data/testing/scripted_server.ts';
import { FilterQuery } from './filter_query.svelte.ts';

const BROKEN = { runs: [], problem: { message: 'a number is missing', position: 4 } };

function setUp() {
  const server = new ScriptedServer<string>();
  const query = new FilterQuery({ generations: new Generations() }, 0, server.fetch);
  const matches = (): number[] | null => query.matches && [...query.matches];
  return { server, query, matches };
}

test('FilterQuery gives the runs that match an expression, and none is filtered without one', async () => {
  const { server, query, matches } = setUp();
  query.ask('lr<1 & x');
  expect(server.last.question).toBe('filter?expr=lr%3C1%20%26%20x');
  expect(matches()).toBe(null);
  await server.last.answerJson({ runs: [1, 3], problem: null });
  expect(matches()).toEqual([1, 3]);
  query.ask(null);
  expect(matches()).toBe(null);
});

test('FilterQuery keeps the last good matches while an expression has a problem', async () => {
  const { server, query, matches } = setUp();
  query.ask('lr<1');
  await server.last.answerJson({ runs: [1], problem: null });
  query.ask('lr<');
  await server.last.answerJson(BROKEN);
  expect(query.problem).toEqual(BROKEN.problem);
  expect(matches()).toEqual([1]);
  query.ask(null);
  expect(query.problem).toBe(null);
});

test('FilterQuery reports a server that does not answer as the problem', async () => {
  const { server, query } = setUp();
  query.ask('lr<1');
  await server.last.fail('The server is not responding.');
  expect(query.problem).toEqual({ message: 'The server is not responding.', position: null });
});

test('FilterQuery asks again on a refresh and not where nothing is filtered', async () => {
  const { server, query, matches } = setUp();
  query.refresh();
  query.ask('state:live');
  await server.last.answerJson({ runs: [1], problem: null });
  query.refresh();
  await settled();
  await server.last.answerJson({ runs: [1, 2], problem: null });
  expect(server.requests.length).toBe(2);
  expect(matches()).toEqual([1, 2]);
});
