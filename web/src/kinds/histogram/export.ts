// The histograms of runs as files: every logged step, with the buckets as they were logged.
import { fetchQuery } from '../../data/kind_query.ts';
import { Columns } from '../../data/columns.ts';
import { csvText, jsonText, type CsvCell } from '../../data/files.ts';
import { itemLists } from '../../data/items.ts';
import type { DataFile } from '../../public/cards/downloads.ts';
import { decodeSeries, type HistogramSeries } from './series.ts';

/** As many as the server gives at once. */
const MOST_STEPS = 5000;
/** In ten-thousandths: the median, and the values ½, 1 and 1½ standard deviations beside it in a normal distribution. */
const POINTS = [0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000];

export interface Wanted {
  tag: string;
  runs: readonly number[];
  superseded: boolean;
}

export const BUCKET_COLUMNS = ['run', 'tag', 'step', 'wall_time', 'left', 'right', 'count'] as const;
export const PERCENTILE_COLUMNS = [
  'run',
  'tag',
  'step',
  'wall_time',
  ...POINTS.map((point) => `p${String(point / 100)}`),
  'mean',
  'std',
  'number',
  'nan',
  'inf',
];

export function histogramFiles(
  buckets: () => Wanted,
  percentiles: () => Wanted,
  label: (run: number) => string,
): DataFile[] {
  const read = async (wanted: Wanted, query: 'series' | 'percentiles'): Promise<HistogramSeries[]> =>
    (await Promise.all(wanted.runs.map((run) => everyStep(wanted, run, query)))).flat();
  const csv = (text: string): Blob => new Blob([text], { type: 'text/csv' });
  return [
    {
      what: 'Buckets',
      format: 'CSV',
      make: async () => csv(csvText(BUCKET_COLUMNS, bucketRows(await read(buckets(), 'series'), label))),
    },
    {
      what: 'Buckets',
      format: 'JSON',
      make: async () =>
        new Blob(
          [jsonText((await read(buckets(), 'series')).map((one) => ({ ...one, run: label(one.run) })))],
          { type: 'application/json' },
        ),
    },
    {
      what: 'Percentiles',
      format: 'CSV',
      make: async () =>
        csv(csvText(PERCENTILE_COLUMNS, percentileRows(await read(percentiles(), 'percentiles'), label))),
    },
  ];
}

export function* bucketRows(
  all: readonly HistogramSeries[],
  label: (run: number) => string,
): Generator<CsvCell[]> {
  for (const { run, tag, steps, walls, buckets } of all) {
    for (const [i, { lefts, rights, counts }] of buckets.entries()) {
      for (const [bucket, count] of counts.entries())
        yield [label(run), tag, steps[i], walls[i], lefts[bucket], rights[bucket], count];
    }
  }
}

export function* percentileRows(
  all: readonly HistogramSeries[],
  label: (run: number) => string,
): Generator<CsvCell[]> {
  for (const one of all) {
    for (const [i, step] of one.steps.entries())
      yield [
        label(one.run),
        one.tag,
        step,
        one.walls[i],
        ...one.percentiles.map((column) => column[i]),
        one.mean[i],
        one.std[i],
        one.number[i],
        one.nan[i],
        one.inf[i],
      ];
  }
}

/** One run's histograms, requested in windows where there are more than fit into an answer. */
async function everyStep(
  { tag, superseded }: Wanted,
  run: number,
  query: 'series' | 'percentiles',
): Promise<HistogramSeries[]> {
  const request = async (steps: readonly [number, number] | null): Promise<HistogramSeries[]> =>
    decodeSeries(
      await fetchQuery({
        kind: 'histogram',
        query,
        params: { tags: [tag], runs: [run], superseded, steps, max_steps: MOST_STEPS, points: POINTS },
      }),
    );
  const first = await request(null);
  if (first.every((one) => one.total <= MOST_STEPS)) return first;
  const listed = itemLists(
    new Columns(
      await fetchQuery({ kind: 'histogram', query: 'items', params: { tags: [tag], runs: [run] } }),
    ),
  )[0];
  return (await Promise.all(windows(listed?.steps ?? new Float64Array(), MOST_STEPS).map(request))).flat();
}

/** Stretches of steps, none of which has more than `most` of them unless a single step does. */
export function windows(logged: Float64Array, most: number): [number, number][] {
  const steps = Float64Array.from(logged).sort();
  const found: [number, number][] = [];
  for (let from = 0; from < steps.length;) {
    let to = Math.min(from + most, steps.length) - 1;
    // A step logged several times is not torn apart.
    while (to + 1 < steps.length && steps[to] === steps[to + 1] && steps[to] !== steps[from]) to -= 1;
    while (to + 1 < steps.length && steps[to] === steps[to + 1]) to += 1;
    found.push([steps[from] as number, steps[to] as number]);
    from = to + 1;
  }
  return found;
}
