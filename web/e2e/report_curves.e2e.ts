// Answers of a report that are joined from those of single runs and tags: the same as the server's.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Columns } from '../src/data/columns.ts';
import type { PackedProvider } from '../src/data/packed/packed_provider.ts';
import { providerOf, share } from './report_file.ts';
import { Logs, Server } from './stage.ts';

const logs = new Logs();
const server = new Server();
let report = '';
let provider: PackedProvider;

beforeAll(async () => {
  logs.scene('curves');
  await server.start(logs.folder);
  report = share(logs.folder, 'report.html');
  provider = providerOf(report);
});

afterAll(async () => {
  await server.stop();
  logs.remove();
  rmSync(report, { force: true });
});

async function both(path: string, params: unknown): Promise<[Columns, Columns]> {
  const body = JSON.stringify(params);
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}api/v1/${path}`, { method: 'POST', headers, body });
  const { bytes } = await provider.ask(path, { method: 'POST', body });
  return [new Columns(bytes), new Columns(await response.arrayBuffer())];
}

test('curves of several runs in a report are those that the server answers, at any step', async () => {
  const [items] = await both('kinds/pr_curve/items', {});
  const tags = [...new Set(items.words('tag'))].slice(0, 2);
  for (const step of [null, 0, 15]) {
    const [found, wanted] = await both('kinds/pr_curve/curve', { tags, step });
    expect(found.rows).toBeGreaterThan(0);
    expect(found.notes['series']).toEqual(wanted.notes['series']);
    for (const name of ['threshold', 'tp', 'fp', 'precision', 'recall'])
      expect(found.numbers(name)).toEqual(wanted.numbers(name));
  }
});

test('the steps of a kind in a report are those that the server answers', async () => {
  const [found, wanted] = await both('kinds/pr_curve/steps', {});
  expect(found.numbers('step')).toEqual(wanted.numbers('step'));
});
