// The queries of scalars, computed by the core from a report's columns: the same columns and notes that the server sends.
import type { Queries } from '../shapes.ts';
import { arrowBytes, type Made } from './arrow.ts';
import type { CoreColumn } from './core.ts';
import { groups } from './groups.ts';
import { exportScalars } from './scalar_export.ts';
import { ScalarQuestion, type GroupsParams, type SeriesParams } from './scalar_question.ts';
import type { Picked, SeriesSet } from './series_set.ts';

type Scalars = Queries['scalar'];
type Computed = (set: SeriesSet, params: never) => Promise<ArrayBuffer>;

export const SCALAR_QUERIES: Readonly<Record<string, Computed>> = {
  series: (set, params: SeriesParams) => series(set, params),
  groups: (set, params: GroupsParams) => groups(set, params),
  export: exportScalars,
  jumps,
  spans,
  steps,
  summaries,
};

/** Evenly spaced steps are listed where there are more than twice as many, as on the server. */
const MOST_STEPS = 10_000;
const DEFAULT_WIDTH_PX = 1000;
const DEFAULT_K = 10;
const DEFAULT_BEFORE = 200;

async function series(set: SeriesSet, params: SeriesParams): Promise<ArrayBuffer> {
  const question = new ScalarQuestion(set, params);
  const { kind, amount } = await question.smoothing();
  const { picked, others } = await question.pick(params.runs ?? null, params.tags);
  set.begin(picked, question.superseded, others);
  const { width_px = DEFAULT_WIDTH_PX, raw = true } = params;
  set.core.call('view', question.axis, ...question.range, width_px, kind, amount, raw);
  const shown = set.core.columns();
  const columns: Record<string, Made> = { series: repeated(shown['offsets']) };
  for (const name of ['step', 'wall_time', 'value', 'smoothed', 'x'])
    if (shown[name]) columns[name] = shown[name];
  return arrowBytes(columns, { generation: 0, smoothing: amount, series: seriesNotes(picked, shown) });
}

/** The rows of each series in the answer, and what they stand for. */
function seriesNotes(picked: readonly Picked[], shown: Record<string, CoreColumn>): unknown[] {
  const number = (name: string, row: number): number => Number(shown[name]?.[row] ?? 0);
  const marks = new Map<number, number[][]>();
  for (let at = 0; at < (shown['marks']?.length ?? 0); at += 3) {
    const place = number('marks', at);
    marks.set(place, [...(marks.get(place) ?? []), [number('marks', at + 1), number('marks', at + 2)]]);
  }
  return picked.map(({ run, tag }, i) => ({
    run,
    tag,
    offset: number('offsets', i),
    length: number('offsets', i + 1) - number('offsets', i),
    total: number('total', i),
    in_range: number('in_range', i),
    nan: number('nan', i),
    inf: number('inf', i),
    unplaced: number('unplaced', i),
    before: number('before', i),
    after: number('after', i),
    exact: number('exact', i) === 1,
    ...(marks.has(i) ? { marks: marks.get(i) } : {}),
  }));
}

/** The place of each series, once for each of its rows. */
export function repeated(offsets: CoreColumn | undefined): Uint32Array {
  const places = new Uint32Array(Number(offsets?.at(-1) ?? 0));
  for (let i = 0; i + 1 < (offsets?.length ?? 0); i += 1)
    places.fill(i, Number(offsets?.[i]), Number(offsets?.[i + 1]));
  return places;
}

async function summaries(set: SeriesSet, params: Scalars['summaries']): Promise<ArrayBuffer> {
  const { k = DEFAULT_K } = params;
  const picked = await set.pick(params.runs ?? null, params.tags ?? null);
  set.begin(picked, params.superseded ?? false);
  set.core.call('summaries', k);
  const found = set.core.columns();
  const isEmpty = (row: number): boolean => !found['n']?.[row];
  const isNeverFinite = (row: number): boolean => isEmpty(row) || Number.isNaN(found['min']?.[row]);
  const never: Record<string, (row: number) => boolean> = {
    step_of_min: isNeverFinite,
    step_of_max: isNeverFinite,
    first_nan_step: (row) => !found['nan']?.[row],
  };
  const columns: Record<string, Made> = keys(picked);
  for (const [name, values] of Object.entries(found)) {
    if (name.includes('step')) columns[name] = withGaps(values, never[name] ?? isEmpty);
    else if (values instanceof Float64Array)
      columns[name] = values.map((value, row) => (isEmpty(row) ? NaN : value));
    else columns[name] = values;
  }
  return arrowBytes(columns, { generation: 0, k });
}

function withGaps(values: CoreColumn, isMissing: (row: number) => boolean): Made {
  return { integers: Array.from(numbers(values), (value, row) => (isMissing(row) ? null : BigInt(value))) };
}

async function spans(set: SeriesSet, params: Scalars['spans']): Promise<ArrayBuffer> {
  const picked = await set.pick(params.runs ?? null, params.tags);
  set.begin(picked, params.superseded ?? false);
  set.core.call('spans', params.range[0], params.range[1]);
  const { series: places, ...found } = set.core.columns();
  const present = Array.from(numbers(places), (place) => picked[Number(place)] as Picked);
  return arrowBytes({ ...keys(present), ...found }, { generation: 0 });
}

async function jumps(set: SeriesSet, params: Scalars['jumps']): Promise<ArrayBuffer> {
  const picked = await set.pick(params.runs, null);
  set.begin(picked, params.superseded ?? false);
  set.core.call('jumps', params.step ?? Infinity, params.n_before ?? DEFAULT_BEFORE);
  const { series: places, recent_offsets, ...found } = set.core.columns();
  const present = Array.from(numbers(places), (place) => picked[Number(place)] as Picked);
  const offsets = Array.from(numbers(recent_offsets), Number);
  const columns: Record<string, Made> = keys(present);
  for (const [name, values] of Object.entries(found)) {
    const has = found[`has_${name}`];
    if (has) columns[name] = withGaps(values, (row) => !has[row]);
    else if (name.startsWith('recent')) columns[name] = { values, offsets };
    else if (!name.startsWith('has_')) columns[name] = values;
  }
  return arrowBytes(columns, { generation: 0 });
}

async function steps(set: SeriesSet, params: Scalars['steps']): Promise<ArrayBuffer> {
  const picked = await set.pick(params.runs ?? null, params.tags ?? null);
  set.begin(picked, false);
  const isExact = set.core.call('common_grid', 0, false, 0, 0, MOST_STEPS) === 1 || picked.length === 0;
  const xs = Array.from(numbers(set.core.columns()['x']), (x) => BigInt(halfEven(Number(x))));
  return arrowBytes({ step: BigInt64Array.from(new Set(xs)) }, { generation: 0, exact: isExact });
}

/** Rounds a half to the even neighbor, as the server does. */
function halfEven(x: number): number {
  const rounded = Math.round(x);
  return rounded - x === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

function keys(picked: readonly Picked[]): Record<string, Made> {
  return {
    run: Uint32Array.from(picked, ({ run }) => run),
    tag: { words: picked.map(({ tag }) => tag) },
  };
}

/** Any column as one that can be iterated without regard to its type. */
function numbers(column: CoreColumn | undefined): ArrayLike<number | bigint> {
  return column ?? [];
}
