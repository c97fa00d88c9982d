// The queries of histograms, computed by the core from a report's columns: the same columns and notes that the server sends.
import type { Queries } from '../shapes.ts';
import { arrowBytes, type Made } from './arrow.ts';
import type { CoreColumn } from './core.ts';
import { repeated } from './scalars.ts';
import type { Picked, SeriesSet } from './series_set.ts';

type Histograms = Queries['histogram'];
type SeriesParams = Histograms['series'];
type Shown = Record<string, CoreColumn>;

/** As on the server (kinds/histogram). */
const NORMAL_POINTS = [0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000];
const DEFAULT_STEPS = 200;
const DEFAULT_BINS = 64;
const MOST_FAULTS = 5;
const FACTS = ['step', 'wall_time', 'number', 'nan', 'inf', 'uncounted', 'mean', 'std'];

export const HISTOGRAM_QUERIES = { grid, percentiles, series };

async function percentiles(set: SeriesSet, params: SeriesParams): Promise<ArrayBuffer> {
  return new Answer(set, params, await begin(set, params)).bytes({});
}

async function grid(set: SeriesSet, params: Histograms['grid']): Promise<ArrayBuffer> {
  const answer = new Answer(set, params, await begin(set, params));
  const { n_bins = DEFAULT_BINS, range, common = false } = params;
  const [low, high] = range ?? [0, 0];
  set.core.call('histogram_grid', n_bins, Boolean(range), low, high, common);
  const { count, ranges } = set.core.columns();
  const more = answer.picked.map((_, i) => ({
    range: [Number(ranges?.[2 * i]), Number(ranges?.[2 * i + 1])],
  }));
  return answer.bytes({ count: { values: count ?? new Float32Array(), size: n_bins } }, more);
}

async function series(set: SeriesSet, params: SeriesParams): Promise<ArrayBuffer> {
  const answer = new Answer(set, params, await begin(set, params));
  set.core.call('histogram_buckets');
  const found = set.core.columns();
  const offsets = Array.from(found['bucket_offsets'] ?? [], Number);
  const lists = (name: string): Made => ({ values: found[name] ?? new Float64Array(), offsets });
  return answer.bytes({ left: lists('left'), right: lists('right'), count: lists('count') });
}

/** Put a question together; what it is about. */
async function begin(set: SeriesSet, params: SeriesParams): Promise<Picked[]> {
  const picked = await set.pick(params.runs ?? null, params.tags);
  const { core } = set;
  core.call('begin_histograms');
  const { max_steps = DEFAULT_STEPS, superseded = false } = params;
  return core.withNumbers(windows(params), (at) =>
    picked.filter(
      ({ entry, item }) => core.call('add_histograms', entry, item, superseded, max_steps, at) === 1,
    ),
  );
}

/** Has a window, and from where to where, of steps, times and seconds; has a step, and which. */
function windows({ steps, times, seconds, step }: SeriesParams): Float64Array {
  const of = (window: readonly number[] | null | undefined): number[] =>
    window ? [1, window[0] ?? 0, window[1] ?? 0] : [0, 0, 0];
  const isGiven = typeof step === 'number';
  return Float64Array.from([...of(steps), ...of(times), ...of(seconds), isGiven ? 1 : 0, isGiven ? step : 0]);
}

class Answer {
  readonly #shown: Shown;
  readonly #points: readonly number[];

  constructor(
    set: SeriesSet,
    params: SeriesParams,
    readonly picked: readonly Picked[],
  ) {
    this.#points = params.points ?? NORMAL_POINTS;
    const points = Float64Array.from(this.#points);
    set.core.withNumbers(points, (at) => set.core.call('histogram_rows', at, points.length));
    this.#shown = Object.fromEntries(
      Object.entries(set.core.columns()).map(([name, values]) => [name, values.slice()]),
    );
  }

  bytes(columns: Readonly<Record<string, Made>>, more: readonly Record<string, unknown>[] = []): ArrayBuffer {
    const made: Record<string, Made> = { series: repeated(this.#shown['offsets']) };
    for (const name of FACTS) if (this.#shown[name]) made[name] = this.#shown[name];
    made['value'] = { values: this.#shown['value'] ?? new Float64Array(), size: this.#points.length };
    const notes = this.picked.map((_, i) => ({ ...this.#note(i), ...more[i] }));
    return arrowBytes({ ...made, ...columns }, { generation: 0, series: notes, points: this.#points });
  }

  #note(place: number): Record<string, unknown> {
    const number = (name: string, row = place): number => Number(this.#shown[name]?.[row] ?? 0);
    const faults = this.#faults(place);
    return {
      run: this.picked[place]?.run,
      tag: this.picked[place]?.tag,
      total: number('total'),
      start: number('start'),
      ...(faults.length ? { faults } : {}),
      offset: number('offsets'),
      length: number('offsets', place + 1) - number('offsets'),
    };
  }

  /** What is wrong how often, the most frequent first. */
  #faults(place: number): { text: string; n: number }[] {
    const lines = new TextDecoder().decode(this.#shown['fault_text'] as Uint8Array<ArrayBuffer>).split('\n');
    const counts = new Map<string, number>();
    (this.#shown['fault_series'] ?? new BigInt64Array()).forEach((series: bigint | number, row: number) => {
      const text = lines[row] ?? '';
      if (Number(series) === place) counts.set(text, (counts.get(text) ?? 0) + 1);
    });
    const found = Array.from(counts, ([text, n]) => ({ text, n }));
    return found.sort((a, b) => b.n - a.n).slice(0, MOST_FAULTS);
  }
}
