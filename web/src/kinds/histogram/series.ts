// The server's histograms → one series per run and tag: steps, facts, percentiles, buckets.
import type { BandLine } from '../../charts/histograms/bands.ts';
import type { Buckets, Layer } from '../../charts/histograms/buckets.ts';
import type { Range } from '../../charts/lines/extent.ts';
import type { XKind } from '../../charts/base/ticks.ts';
import { Columns } from '../../data/columns.ts';

export interface Fault {
  text: string;
  n: number;
}

export interface HistogramSeries {
  run: number;
  tag: string;
  /** Histograms logged, of which the steps here are those shown. */
  total: number;
  /** When the first was logged, also where that is not among those shown. */
  start: number;
  faults: readonly Fault[];
  /** The values that the bins cover; null where buckets are as logged. */
  range: Range | null;
  steps: Float64Array;
  walls: Float64Array;
  /** Values logged, and those of them that are in no bucket. */
  number: Float64Array;
  nan: Float64Array;
  inf: Float64Array;
  uncounted: Float64Array;
  mean: Float64Array;
  std: Float64Array;
  /** A column per percentile. */
  percentiles: readonly Float64Array[];
  buckets: readonly Buckets[];
}

interface Note {
  run: number;
  tag: string;
  total: number;
  start: number;
  offset: number;
  length: number;
  faults?: Fault[];
  range?: [number, number];
}

const FACTS = ['number', 'nan', 'inf', 'uncounted', 'mean', 'std'] as const;

export function decodeSeries(bytes: ArrayBuffer): HistogramSeries[] {
  const columns = new Columns(bytes);
  const notes = columns.notes['series'] as Note[];
  const nPoints = (columns.notes['points'] as number[]).length;
  const [steps, walls] = [columns.numbers('step'), columns.numbers('wall_time')];
  const facts = FACTS.map((name) => columns.numbers(name));
  const [values, counts, lefts, rights] = [
    columns.lists('value'),
    columns.lists('count'),
    columns.lists('left'),
    columns.lists('right'),
  ];
  return notes.map(({ offset, length, range, faults = [], ...note }) => {
    const cut = (column: Float64Array): Float64Array => column.subarray(offset, offset + length);
    const [number, nan, inf, uncounted, mean, std] = facts.map(cut) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const mine = counts.slice(offset, offset + length);
    const even = range ? evenEdges(range, mine[0]?.length ?? 0) : null;
    return {
      ...note,
      faults,
      range: range ?? null,
      steps: cut(steps),
      walls: cut(walls),
      number,
      nan,
      inf,
      uncounted,
      mean,
      std,
      percentiles: transposed(values.slice(offset, offset + length), nPoints),
      buckets: mine.map((one, i) => ({
        counts: one,
        ...(even ?? { lefts: lefts[offset + i] as Float64Array, rights: rights[offset + i] as Float64Array }),
      })),
    };
  });
}

function evenEdges([low, high]: Range, n: number): { lefts: Float64Array; rights: Float64Array } {
  const edge = (i: number): number => low + ((high - low) * i) / n;
  return {
    lefts: Float64Array.from({ length: n }, (_, i) => edge(i)),
    rights: Float64Array.from({ length: n }, (_, i) => edge(i + 1)),
  };
}

function transposed(rows: readonly Float64Array[], n: number): Float64Array[] {
  return Array.from({ length: n }, (_, place) => Float64Array.from(rows, (row) => row[place] ?? NaN));
}

/** The place of each histogram on the chosen axis. */
export function depthsOf(
  series: Pick<HistogramSeries, 'steps' | 'walls' | 'start'>,
  kind: XKind,
): Float64Array {
  if (kind === 'step') return series.steps;
  return kind === 'wall' ? series.walls : series.walls.map((wall) => wall - series.start);
}

export function layersOf(series: HistogramSeries, kind: XKind): Layer[] {
  const depths = depthsOf(series, kind);
  return series.buckets.map((buckets, i) => ({ depth: depths[i] as number, ...buckets }));
}

export function bandLineOf(
  series: HistogramSeries,
  kind: XKind,
  look: Pick<BandLine, 'label' | 'spare' | 'color' | 'dash'>,
): BandLine {
  return {
    ...look,
    x: depthsOf(series, kind),
    percentiles: series.percentiles,
    mean: series.mean,
    std: series.std,
  };
}

/** The values that all of these cover; null where none is finite. */
export function spanOf(all: readonly HistogramSeries[]): Range | null {
  let low = Infinity;
  let high = -Infinity;
  for (const { percentiles } of all) {
    for (const least of percentiles[0] ?? []) if (least < low) low = least;
    for (const most of percentiles.at(-1) ?? []) if (most > high) high = most;
  }
  return low < high ? [low, high] : null;
}

/** The values that a series' own buckets cover. */
export function ownRange(series: HistogramSeries): Range {
  return series.range ?? spanOf([series]) ?? [0, 1];
}

/** What a person should know of the values in no bucket: "412 NaN, 3 Inf from step 41,900". */
export function strayValues(series: HistogramSeries): string {
  const sum = (column: Float64Array): number => column.reduce((a, b) => a + b, 0);
  const parts = (
    [
      ['NaN', series.nan],
      ['Inf', series.inf],
      ['in no bucket', series.uncounted],
    ] as const
  )
    .map(([name, column]) => [sum(column), name] as const)
    .filter(([n]) => n > 0)
    .map(([n, name]) => `${n.toLocaleString('en-US')} ${name}`);
  if (parts.length === 0) return '';
  const first = series.steps.findIndex(
    (_, i) => (series.nan[i] as number) + (series.inf[i] as number) + (series.uncounted[i] as number) > 0,
  );
  return `${parts.join(', ')} from step ${(series.steps[first] ?? 0).toLocaleString('en-US')}`;
}

/** Whether any bucket of any step has a value. */
export function hasValues({ buckets, percentiles }: HistogramSeries): boolean {
  return (
    buckets.some(({ counts }) => counts.some((count) => count > 0)) ||
    (percentiles[0]?.some((least) => Number.isFinite(least)) ?? false)
  );
}

export function faultText(faults: readonly Fault[]): string {
  const [first] = faults;
  if (!first) return '';
  const n = faults.reduce((sum, fault) => sum + fault.n, 0);
  return `${String(n)} bad ${n === 1 ? 'histogram' : 'histograms'}: ${first.text}`;
}
