// What the figures of a tag ask for: one run's buckets, and all runs' percentiles.
import type { Range } from '../../charts/lines/extent.ts';
import type { HistogramSeriesParams } from '../../data/shapes.ts';
import { liveQuery, type Answer } from '../../public/live_query.svelte.ts';
import { useShell } from '../../public/context.ts';
import type { View } from '../../public/view.svelte.ts';
import { asLogged, depthKind, depthZoom } from './settings.ts';
import { decodeSeries, type HistogramSeries } from './series.ts';

const BUCKET_STEPS = 100;
const BAND_STEPS = 60;
const BINS = 64;
/** Many runs have fewer steps each, so that the answer stays quick; zooming in shows the rest. */
const BAND_POINTS = 2400;
const LEAST_BAND_STEPS = 12;
/** As many as an answer has room for. */
export const MOST_BANDS = 200;

type Histograms = Answer<HistogramSeries[]>;

/** The histograms of one run; null asks nothing. */
export function askBuckets(of: () => { tag: string; run: number; range: Range | null } | null): Histograms {
  const { view } = useShell();
  const answer: Histograms = liveQuery(() => {
    const wanted = of();
    if (!wanted) return null;
    const shown = answer.value?.[0];
    // The step looked at is named only where it might be missing; else moving it would ask for all anew.
    const step = shown && shown.total > shown.steps.length ? view.state.step : null;
    const params: HistogramSeriesParams = {
      tags: [wanted.tag],
      runs: [wanted.run],
      superseded: view.state.superseded,
      step,
      ...span(view, BUCKET_STEPS),
    };
    return asLogged.of(view)
      ? { kind: 'histogram', query: 'series', params, runs: [wanted.run] }
      : {
          kind: 'histogram',
          query: 'grid',
          params: { ...params, n_bins: BINS, range: wanted.range },
          runs: [wanted.run],
        };
  }, decodeSeries);
  return answer;
}

/** Percentiles of several runs; null asks nothing. */
export function askBands(of: () => { tag: string; runs: readonly number[] } | null): Histograms {
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

/** What the axis shows is asked for in full, as far as it has room. */
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
