// Which runs the page has the server load first; `fetch` is the border to the server.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Run } from '../data/shapes.ts';
import { LoadFirst } from './load_first.ts';

const bodies: unknown[] = [];

beforeEach(() => {
  bodies.length = 0;
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    bodies.push(JSON.parse(init.body as string));
    return Promise.resolve(new Response('{}'));
  });
});
afterEach(() => vi.unstubAllGlobals());

const run = (id: number, state = 'loading'): Run => ({ id, state }) as Run;
const shows =
  (...ids: number[]) =>
  (one: Run) =>
    ids.includes(one.id);

test('LoadFirst asks for the shown runs that are loading', () => {
  new LoadFirst().update([run(1), run(2), run(3, 'idle')], shows(2, 3));
  expect(bodies).toEqual([{ runs: [2] }]);
});

test('LoadFirst asks for nothing while all loading runs are shown or none is', () => {
  const first = new LoadFirst();
  first.update([run(1), run(2)], () => true);
  first.update([run(1), run(2)], () => false);
  first.update([run(1, 'live')], () => false);
  expect(bodies).toEqual([]);
});

test('LoadFirst sends a request only for shown runs that it has not requested', () => {
  const first = new LoadFirst();
  first.update([run(1), run(2), run(3)], shows(1, 2));
  first.update([run(1, 'idle'), run(2), run(3)], shows(1, 2));
  first.update([run(2), run(3), run(4)], shows(3));
  expect(bodies).toEqual([{ runs: [1, 2] }, { runs: [3] }]);
});
