// Answers of a report that are made from others: graphs at any level, searches, differences. The same as the server's.
import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { Columns } from '../src/data/columns.ts';
import type { PackedProvider } from '../src/data/packed/packed_provider.ts';
import { Random } from './random.ts';
import { providerOf, share } from './report_file.ts';
import { Logs, Server } from './stage.ts';

let ended: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ended) await end();
  ended = [];
});

interface Both {
  report: PackedProvider;
  /** The answer of the report, and that of the server. */
  ask(path: string, params: unknown): Promise<[ArrayBuffer, ArrayBuffer]>;
  json(path: string, params: unknown): Promise<[unknown, unknown]>;
}

async function bothOf(scene: string): Promise<Both> {
  const logs = new Logs();
  const server = new Server();
  logs.scene(scene);
  await server.start(logs.folder);
  const file = share(logs.folder, 'report.html', '--keep-paths', '--max-size', '200MB');
  ended.push(async () => {
    await server.stop();
    logs.remove();
    rmSync(file, { force: true });
  });
  const report = providerOf(file);
  const ask = async (path: string, params: unknown): Promise<[ArrayBuffer, ArrayBuffer]> => {
    const body = JSON.stringify(params);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}api/v1/kinds/${path}`, { method: 'POST', headers, body });
    expect(response.status, `${path} ${body}`).toBe(200);
    const { bytes } = await report.ask(`kinds/${path}`, { method: 'POST', body });
    return [bytes, await response.arrayBuffer()];
  };
  const decode = (bytes: ArrayBuffer): unknown => JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  const json = async (path: string, params: unknown): Promise<[unknown, unknown]> => {
    const [found, wanted] = await ask(path, params);
    return [decode(found), decode(wanted)];
  };
  return { report, ask, json };
}

const WORDS = ['label', 'op', 'device', 'shape'];
const NUMBERS = [
  ...['entry', 'parent', 'is_open', 'part', 'set_aside', 'n_operations', 'n_members', 'structure', 'n_alike'],
  ...['color_class', 'n_parameters', 'parameter_bytes', 'n_aside_inputs'],
];
const LISTS = ['from', 'from_tensors', 'from_bytes', 'from_control'];

function expectSameLevel([found, wanted]: [Columns, Columns], about: string): void {
  for (const name of NUMBERS) expect(found.numbers(name), `${about} ${name}`).toEqual(wanted.numbers(name));
  for (const name of WORDS) expect(found.words(name), `${about} ${name}`).toEqual(wanted.words(name));
  for (const name of LISTS) expect(found.lists(name), `${about} ${name}`).toEqual(wanted.lists(name));
  const texts = (level: Columns): string[] => {
    const all = level.notes['edge_texts'] as string[];
    return [...level.listsInOne('from_text').values].map((place) => all[place] ?? '');
  };
  expect(texts(found), about).toEqual(texts(wanted));
  const { edge_texts: ours, ...notes } = found.notes;
  const { edge_texts: theirs, ...others } = wanted.notes;
  expect([ours, theirs].every(Array.isArray)).toBe(true);
  expect(notes, about).toEqual(others);
}

test('a graph of a report opens at any level, is searched and traced as on the server', async () => {
  const { ask, json } = await bothOf('graph');
  const random = new Random();
  const [graphs] = (await json('graph/graphs', {})) as [{ run: number; name: string }[], unknown];
  for (const { run, name } of graphs.slice(0, 4)) {
    let open: number[] | null = null;
    for (let i = 0; i < 25; i += 1) {
      const params = {
        run,
        name,
        open,
        aside: random.one([true, false]),
        control: random.one([true, false]),
      };
      const about = JSON.stringify(params);
      const [found, wanted] = (await ask('graph/level', params)).map((bytes) => new Columns(bytes)) as [
        Columns,
        Columns,
      ];
      expectSameLevel([found, wanted], about);
      const entries = [...found.numbers('entry')];
      const entry = random.one(entries);
      const trace = { ...params, control: undefined, entry, to: random.one(['sources', 'sinks']) };
      const [ours, theirs] = (await ask('graph/trace', trace)).map((bytes) => new Columns(bytes));
      expect(ours?.numbers('entry'), about).toEqual(theirs?.numbers('entry'));
      expect(ours?.numbers('n_operations'), about).toEqual(theirs?.numbers('n_operations'));
      expect(ours?.notes).toEqual(theirs?.notes);
      open = [...(found.notes['open'] as number[]), entry].filter(() => random.number() < 0.9);
    }
    for (const search of [{ text: 'm' }, { text: 'no such' }, { text: '^[a-c]', regex: true }]) {
      const [ours, theirs] = (await ask('graph/search', { run, name, ...search })).map((b) => new Columns(b));
      expect(ours?.numbers('entry')).toEqual(theirs?.numbers('entry'));
      expect(ours?.lists('path')).toEqual(theirs?.lists('path'));
      expect(ours?.notes).toEqual(theirs?.notes);
    }
    const [ours, theirs] = await json('graph/node', { run, name, entry: 1 });
    expect(ours).toEqual(theirs);
  }
});

test('texts of a report are searched as on the server', async () => {
  const { ask, json, report } = await bothOf('text');
  const [items] = (await ask('text/items', {})).map((bytes) => new Columns(bytes));
  const [run = 0] = items?.numbers('run') ?? [];
  const [tag = ''] = items?.words('tag') ?? [];
  for (const params of [{ text: 'e' }, { text: 'THE' }, { text: 'The', match_case: true }, { text: '.*' }]) {
    const [found, wanted] = await json('text/search', params);
    expect(found, JSON.stringify(params)).toEqual(wanted);
  }
  const [found, wanted] = await json('text/tail', { run, tag, n_chars: 50 });
  expect(found).toEqual(wanted);
  await report.ask(
    `kinds/text/item?params=${encodeURIComponent(JSON.stringify({ run, tag, index: 0 }))}`,
    {},
  );
  // Addresses are wanted at once: those of texts are known once the text was shown.
  const long = (items?.numbers('n_bytes') ?? new Float64Array()).reduce(
    (best, n, row, all) => (n > (all[best] ?? 0) ? row : best),
    0,
  );
  for (const row of [0, long]) {
    const at = {
      run: items?.numbers('run')[row],
      tag: items?.words('tag')[row],
      index: items?.numbers('index')[row],
    };
    const params = encodeURIComponent(JSON.stringify(at));
    await report.ask(`kinds/text/item?params=${params}`, {});
    const [, whole] = await ask('text/raw', at);
    const shown = await fetch(report.address(`kinds/text/raw?params=${params}`));
    expect(Buffer.compare(Buffer.from(await shown.arrayBuffer()), Buffer.from(whole))).toBe(0);
  }
});

test('points of an embedding in a report have the neighbors that the server finds, and are searched', async () => {
  const { ask, json, report } = await bothOf('report');
  const [list] = (await json('embedding/list', {})) as [
    { embeddings: { run: number; name: string }[] },
    unknown,
  ];
  const { run, name } = list.embeddings[0] as { run: number; name: string };
  for (const metric of ['cosine', 'euclidean'])
    for (const sphereize of [true, false])
      for (const params of [
        { points: [3], step: 0 },
        { points: [0, 7, 9] },
        { points: [1], k: 4, step: 9 },
      ]) {
        const asked = { run, name, metric, sphereize, ...params };
        const [found, wanted] = (await ask('embedding/neighbors', asked)).map((bytes) => new Columns(bytes));
        expect(found?.numbers('point'), JSON.stringify(asked)).toEqual(wanted?.numbers('point'));
        found?.numbers('distance').forEach((distance, row) => {
          expect(distance).toBeCloseTo(wanted?.numbers('distance')[row] ?? NaN, 4);
        });
        expect(found?.notes).toEqual(wanted?.notes);
      }
  for (const search of [{ query: 'CLASS 1' }, { query: '' }, { query: '[0]$', mode: 'regex' }]) {
    const [found, wanted] = (await ask('embedding/search', { run, name, step: 10, ...search })).map(
      (bytes) => new Columns(bytes),
    );
    expect(found?.numbers('point')).toEqual(wanted?.numbers('point'));
    expect(found?.notes).toEqual(wanted?.notes);
  }
  const body = JSON.stringify({ run, name, step: 10, mode: 'filter', query: 'x' });
  await expect(report.ask('kinds/embedding/search', { method: 'POST', body })).rejects.toThrow('no server');
});

test('configurations of several runs of a report differ as on the server', async () => {
  const { json } = await bothOf('hparams');
  for (const some of [[1], [1, 2], [3, 2, 1]]) {
    const [found, wanted] = await json('hparams/difference', { runs: some });
    expect(found).toEqual(wanted);
  }
});

test('scalars of a report are saved as the CSV that the server writes, and Parquet says why not', async () => {
  const { ask, report } = await bothOf('restart');
  const text = (bytes: ArrayBuffer | undefined): string[] =>
    new TextDecoder().decode(bytes).trim().split(/\r?\n/);
  for (const params of [{}, { superseded: true }, { range: [2, 7] }]) {
    const [found, wanted] = await ask('scalar/export', params);
    expect(text(found)).toEqual(text(wanted));
  }
  const body = JSON.stringify({ format: 'parquet' });
  await expect(report.ask('kinds/scalar/export', { method: 'POST', body })).rejects.toThrow(
    'Parquet needs one',
  );
});
