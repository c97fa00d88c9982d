// The queries of a tag's figures: buckets of one run or several, and percentiles of all runs.
import type { Range } from '../../charts/lines/extent.ts';
import type { HistogramSeriesParams } from '../../data/shapes.ts';
import { liveQuery, type Answer } from '../../public/live_query.svelte.ts';
import { useShell } from '../../public/context.ts';
import type { View } from '../../public/view.ts';
import { asLogged, depthKind, depthZoom } from './settings.ts';
import { decodeSeries, type HistogramSeries } from './series.ts';

const BUCKET_STEPS = 100;
/** Of each of several runs in one figure, whose rows need more room. */
const SHARED_STEPS = 40;
const BAND_STEPS = 60;
const BINS = 64;
/** Many runs have fewer steps each, so that the answer stays quick; zooming in shows the rest. */
const BAND_POINTS = 2400;
const LEAST_BAND_STEPS = 12;
/** As many as an answer has room for. */
export const MOST_BANDS = 200;

type Histograms = Answer<HistogramSeries[]>;

export interface WantedBuckets {
  tag: string;
  runs: readonly number[];
  /** The values that the bins cover; null: those of the runs. */
  range: Range | null;
}

/** The buckets of one run or of several; null requests nothing. */
export function bucketsQuery(of: () => WantedBuckets | null): Histograms {
  const { view } = useShell();
  const answer: Histograms = liveQuery(() => {
    const wanted = of();
    if (!wanted || wanted.runs.length === 0) return null;
    const { tag, runs, range } = wanted;
    // The current step is named only where it might be missing; else each move would request everything again.
    const isThinned = answer.value?.some((one) => one.total > one.steps.length) === true;
    const params: HistogramSeriesParams = {
      tags: [tag],
      runs,
      superseded: view.state.superseded,
      step: isThinned ? view.state.step : null,
      ...span(view, runs.length > 1 ? SHARED_STEPS : BUCKET_STEPS),
    };
    return asLogged.of(view)
      ? { kind: 'histogram', query: 'series', params, runs }
      : {
          kind: 'histogram',
          query: 'grid',
          params: { ...params, n_bins: BINS, range, common: runs.length > 1 },
          runs,
        };
  }, decodeSeries);
  return answer;
}

/** Percentiles of several runs; null requests nothing. */
export function bandsQuery(of: () => { tag: string; runs: readonly number[] } | null): Histograms {
  const { view } = useShell();
  return liveQuery(() => {
    const wanted = of();
    if (!wanted || wanted.runs.length === 0) return null;
    return {
      kind: 'histogram',
      query: 'percentiles',
      params: {
        tags: [wanted.tag],
        runs: wanted.runs,
        superseded: view.state.superseded,
        ...span(
          view,
          Math.max(LEAST_BAND_STEPS, Math.min(BAND_STEPS, Math.floor(BAND_POINTS / wanted.runs.length))),
        ),
      },
      runs: wanted.runs,
    };
  }, decodeSeries);
}

/** The range of the axis is requested in full, as far as it has room. */
export function span(
  { state }: Pick<View, 'state'>,
  most: number,
): { max_steps: number; steps?: Range; times?: Range; seconds?: Range } {
  const zoom = depthZoom({ state });
  if (!zoom) return { max_steps: most };
  const kind = depthKind({ state });
  if (kind !== 'step') return { max_steps: most, [kind === 'wall' ? 'times' : 'seconds']: zoom };
  const first = Math.ceil(zoom[0]);
  return { max_steps: most, steps: [first, Math.max(first, Math.floor(zoom[1]))] };
}
