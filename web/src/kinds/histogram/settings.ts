// Which figures of histograms are shown, and how; stored in the link.
import type { Range } from '../../charts/lines/extent.ts';
import type { XKind } from '../../charts/base/ticks.ts';
import type { View } from '../../public/view.ts';

export type Figure = 'ridge' | 'overlay' | 'heat' | 'bands';
export type Show = Figure | 'all';

export const SHOWS: readonly { value: Show; text: string }[] = [
  { value: 'ridge', text: 'Ridge' },
  { value: 'overlay', text: 'Overlay' },
  { value: 'heat', text: 'Heat map' },
  { value: 'bands', text: 'Percentiles' },
  { value: 'all', text: 'All three' },
];
export const TITLES: Readonly<Record<Figure, string>> = {
  ridge: 'ridge',
  overlay: 'overlay',
  heat: 'heat map',
  bands: 'percentiles',
};

export function showOf(view: View): Show {
  const own = view.own('histograms.show');
  return SHOWS.find((one) => one.value === own)?.value ?? 'all';
}

/** The axis of depth; histograms have no place on the axis of another scalar and are by step there. */
export function depthKind({ state }: Pick<View, 'state'>): XKind {
  return state.x === 'relative' || state.x === 'wall' ? state.x : 'step';
}

export function depthZoom({ state }: Pick<View, 'state'>): Range | null {
  return state.x === depthKind({ state }) ? state.zoom : null;
}

const flag = (name: string) => ({
  of: (view: View): boolean => view.own(name) === '1',
  set: (view: View, on: boolean): void => view.setOwn({ [name]: on ? '1' : undefined }),
});

/** Counts by their logarithm. */
export const logCounts = flag('histograms.log');
/** One range of values for all runs of a tag. */
export const commonRange = flag('histograms.common');
/** Buckets with their own limits in place of even bins. */
export const asLogged = flag('histograms.logged');
/** Mean ± standard deviation over the percentiles. */
export const withMean = flag('histograms.mean');
/** Ridges and overlays of all runs in one figure, in place of one for each run. */
export const runsTogether = flag('histograms.together');
/** Colors of more runs than this cannot be distinguished in one ridge. */
export const MOST_TOGETHER = 8;
