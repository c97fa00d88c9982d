// What the figures of a tag ask for: one run's buckets, and all runs' percentiles.
import type { Range } from '../../charts/extent.ts';
import { asking, type Asking } from '../../public/asking.svelte.ts';
import { useShell } from '../../public/context.ts';
import type { View } from '../../public/view.svelte.ts';
import { asLogged, depthKind, depthZoom } from './settings.ts';
import { decodeSeries, type HistogramSeries } from './series.ts';

const BUCKET_STEPS = 100;
const BAND_STEPS = 60;
/** A window in time cannot be told in steps before they are known; so many are enough for any screen. */
const ZOOMED_STEPS = 1000;
const BINS = 64;
/** Beyond these, lines could not be told apart. */
export const MOST_BANDS = 12;

type Answer = Asking<HistogramSeries[]>;

/** The histograms of one run; null asks nothing. */
export function askBuckets(of: () => { tag: string; run: number; range: Range | null } | null): Answer {
  const { view } = useShell();
  const answer: Answer = asking(() => {
    const wanted = of();
    if (!wanted) return null;
    const shown = answer.value?.[0];
    // The step looked at is named only where it might be missing; else moving it would ask for all anew.
    const step = shown && shown.total > shown.steps.length ? view.state.step : null;
    const params = { tags: [wanted.tag], runs: [wanted.run], superseded: view.state.superseded, step, ...span(view, BUCKET_STEPS) };
    return asLogged.of(view)
      ? { kind: 'histogram', query: 'series', params, runs: [wanted.run] }
      : { kind: 'histogram', query: 'grid', params: { ...params, n_bins: BINS, range: wanted.range }, runs: [wanted.run] };
  }, decodeSeries);
  return answer;
}

/** Percentiles of several runs; null asks nothing. */
export function askBands(of: () => { tag: string; runs: readonly number[] } | null): Answer {
  const { view } = useShell();
  return asking(() => {
    const wanted = of();
    if (!wanted || wanted.runs.length === 0) return null;
    return { kind: 'histogram', query: 'percentiles', params: { tags: [wanted.tag], runs: wanted.runs, superseded: view.state.superseded, ...span(view, BAND_STEPS) }, runs: wanted.runs };
  }, decodeSeries);
}

function span(view: View, most: number): { steps: [number, number] | null; max_steps: number } {
  const zoom = depthZoom(view);
  if (!zoom) return { steps: null, max_steps: most };
  if (depthKind(view) !== 'step') return { steps: null, max_steps: ZOOMED_STEPS };
  const first = Math.ceil(zoom[0]);
  return { steps: [first, Math.max(first, Math.floor(zoom[1]))], max_steps: most };
}
