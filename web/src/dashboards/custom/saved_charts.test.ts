// Which answer about saved charts counts; `fetch` is the border to the server.
import { afterEach, expect, test, vi } from 'vitest';
import { nameOf } from './layout.ts';
import { SavedCharts } from './saved_charts.svelte.ts';

afterEach(() => vi.unstubAllGlobals());

test('SavedCharts ignores an older answer that comes late', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
  const chart = { title: 'old', tags: ['loss'], kind: 'lines' };
  const views = [{ name: nameOf('mine', 'old'), state: { category: 'mine', chart } }];
  const charts = new SavedCharts();
  const loads = [charts.load(), charts.load()];
  answers[1]?.(Response.json({ views: [] }));
  answers[0]?.(Response.json({ views }));
  await Promise.all(loads);
  expect(charts.made).toEqual([]);
});
