// Random questions to a report and to the server it was made from: the same frames, column by column.
import { rmSync } from 'node:fs';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PackedProvider } from '../src/data/packed/packed_provider.ts';
import { Random } from './random.ts';
import { providerOf, share } from './report_file.ts';
import { Logs, Server } from './stage.ts';

const N_QUESTIONS = 1000;
const N_HISTOGRAM_QUESTIONS = 300;
const TAGS = ['train/loss', 'train/lr', 'val/loss', 'no such tag'];
const STEPS = 30_000;

const logs = new Logs();
const server = new Server();
let report = '';
let provider: PackedProvider;
let runs: number[] = [];

beforeAll(async () => {
  logs.scene('report');
  await server.start(logs.folder);
  report = share(logs.folder, 'report.html');
  provider = providerOf(report);
  const answer = await fetch(`${server.url}api/v1/runs`);
  runs = ((await answer.json()) as { runs: { id: number }[] }).runs.map(({ id }) => id);
});

afterAll(async () => {
  await server.stop();
  logs.remove();
  rmSync(report, { force: true });
});

type Params = Record<string, unknown>;

function chartParams(random: Random): Params {
  const x = random.one(['step', 'wall', 'relative', { tag: 'train/lr' }]);
  const ends = { step: [0, STEPS], wall: [1_790_000_000, 1_790_009_000], relative: [0, 9000] };
  const [low = 0, high = 0] = typeof x === 'string' ? ends[x as keyof typeof ends] : [0, 1e-3];
  const range = [random.number(), random.number()].sort((a, b) => a - b).map((at) => low + at * (high - low));
  return {
    tags: random.some(TAGS),
    runs: random.one([null, random.some(runs)]),
    x,
    range: random.one([null, range]),
    width_px: random.one([1, 10, 300, 1000, 4000]),
    superseded: random.one([true, false]),
    smoothing: random.one([
      null,
      { kind: 'ema', amount: random.number() * 0.99 },
      { kind: 'window', amount: 1 + random.below(100) },
      { kind: 'gaussian', amount: 0.5 + random.below(40) },
      { kind: random.one(['ema', 'window', 'gaussian']), auto_px: 1 + random.below(800) },
    ]),
  };
}

function groupParams(random: Random): Params {
  const values = Object.fromEntries(
    random.some(runs).map((run) => [String(run), random.one([0.1, 3, 'wide', true, null])]),
  );
  const by = random.one([{ folder: 1 }, { folder: -1 }, { pattern: 'seed-([0-3])|wide' }, { values }]);
  return { ...chartParams(random), by, quantiles: random.some([0, 0.1, 0.25, 0.5, 0.9, 1]) };
}

function question(random: Random): { query: string; params: Params } {
  const query = random.one(['series', 'series', 'groups', 'spans', 'summaries', 'steps', 'jumps']);
  const { tags, runs: some, superseded, range } = chartParams(random);
  const few = { runs: some, tags };
  const params = {
    series: () => ({ ...chartParams(random), raw: random.one([true, false]) }),
    groups: () => groupParams(random),
    spans: () => ({ ...few, superseded, range: range ?? [random.below(STEPS), STEPS] }),
    summaries: () => ({ ...few, superseded, k: 1 + random.below(50) }),
    steps: () => few,
    jumps: () => ({
      runs: some ?? runs,
      superseded,
      step: random.one([null, random.below(STEPS * 1.2)]),
      n_before: random.one([undefined, 3, 20, 5000]),
    }),
  }[query] as () => Params;
  return { query, params: params() };
}

/** A window within a range, or none. */
function windowOf(random: Random, low: number, high: number): number[] | null {
  const ends = [random.number(), random.number()].map((at) => Math.round(low + at * (high - low)));
  return random.one([null, null, ends.sort((a, b) => a - b)]);
}

function histogramQuestion(random: Random): { query: string; params: Params } {
  const query = random.one(['series', 'grid', 'grid', 'percentiles']);
  const params: Params = {
    tags: random.some(['grads', 'odd', 'weights', 'no such tag']),
    runs: random.one([null, random.some(runs)]),
    superseded: random.one([true, false]),
    max_steps: random.one([1, 2, 7, 40, 200]),
    steps: windowOf(random, 0, 700),
    times: windowOf(random, 1_790_000_000, 1_790_000_700),
    seconds: windowOf(random, 0, 700),
    step: random.one([null, random.below(700)]),
    points: random.one([undefined, [0, 5000, 10_000], [2500.5]]),
  };
  if (query !== 'grid') return { query, params };
  const range = random.one([null, [-2, 0.5 + random.number() * 4]]);
  return {
    query,
    params: { ...params, n_bins: random.one([1, 9, 64, 500]), range, common: random.one([true, false]) },
  };
}

interface Decoded {
  columns: { name: string; type: number; values: ArrayLike<unknown> }[];
  notes: Params;
}

function decoded(bytes: ArrayBuffer): Decoded {
  const table = tableFromIPC(new Uint8Array(bytes), { useBigInt: true });
  const notes = JSON.parse(table.schema.metadata?.get('sightline') ?? '{}') as Params;
  delete notes['generation'];
  const columns = table.schema.fields.map(({ name, type }) => ({
    name,
    type: type.typeId,
    values: table.getChild(name).toArray() as ArrayLike<unknown>,
  }));
  return { columns, notes };
}

/** Equal to the bit; a bell's weights may differ in the last one, as C libraries differ in `exp`. */
function differences(found: Decoded, wanted: Decoded): string[] {
  return wanted.columns.flatMap(({ name, values }, place) => {
    const other = found.columns[place]?.values ?? [];
    const at = Array.from(values).findIndex((value, row) => !isSame(value, other[row]));
    return at < 0 ? [] : [`${name}[${String(at)}]: ${String(other[at])}, not ${String(values[at])}`];
  });
}

function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (isList(left) && isList(right))
    return (
      left.length === right.length && Array.from(left).every((each, place) => isSame(each, right[place]))
    );
  if (typeof left !== 'number' || typeof right !== 'number') return false;
  return Math.abs(left - right) <= 1e-12 * Math.max(Math.abs(left), Math.abs(right), 1e-3);
}

/** Ask both, and compare. */
async function check(kind: string, query: string, params: Params, about: string): Promise<void> {
  const body = JSON.stringify(params);
  const path = `kinds/${kind}/${query}`;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}api/v1/${path}`, { method: 'POST', headers, body });
  const what = `${about}: ${path} ${body}`;
  expect(response.status, what).toBe(200);
  const { bytes } = await provider.ask(path, { method: 'POST', body });
  const [found, wanted] = [decoded(bytes), decoded(await response.arrayBuffer())];
  expect(found.notes, what).toEqual(wanted.notes);
  const shape = ({ columns }: Decoded): unknown =>
    columns.map(({ name, type, values }) => [name, type, values.length]);
  expect(shape(found), what).toEqual(shape(wanted));
  expect(differences(found, wanted), what).toEqual([]);
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

test('a report answers random questions about scalars as the server does', async () => {
  const random = new Random();
  for (let i = 0; i < N_QUESTIONS; i += 1) {
    const { query, params } = question(random);
    await check('scalar', query, params, `question ${String(i)}`);
  }
});

test('a report answers random questions about histograms as the server does', async () => {
  const random = new Random();
  for (let i = 0; i < N_HISTOGRAM_QUESTIONS; i += 1) {
    const { query, params } = histogramQuestion(random);
    await check('histogram', query, params, `question ${String(i)}`);
  }
});
