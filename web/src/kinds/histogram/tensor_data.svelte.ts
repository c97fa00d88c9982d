// The data of a tag's three figures: which runs, their buckets and percentiles, and what is wrong with them.
import type { Range } from '../../charts/lines/extent.ts';
import type { Run, Tag } from '../../data/shapes.ts';
import { useShell } from '../../public/context.ts';
import { focusOf } from '../../public/runs/focus.ts';
import { bandsQuery, bucketsQuery, MOST_BANDS } from './answers.svelte.ts';
import { faultText, spanOf, strayValues, type HistogramSeries } from './series.ts';
import { commonRange, MOST_TOGETHER, runsTogether } from './settings.ts';
import { runsHaving } from '../../public/runs/tag_runs.ts';

export interface TensorData {
  /** The shown runs that have the tag. */
  readonly having: readonly Run[];
  /** The run of the heat map, and of the ridge where runs are apart. */
  readonly focus: Run | null;
  readonly series: HistogramSeries | null;
  /** What the ridge draws: the focused run, or several in one figure. */
  readonly ridges: readonly HistogramSeries[];
  readonly percentiles: readonly HistogramSeries[];
  /** The values that all figures share; null: each has its own. */
  readonly range: Range | null;
  readonly strays: readonly string[];
  readonly faults: readonly string[];
  readonly error: Error | null;
  readonly isComplete: boolean;
  retry(): void;
}

/** The runs of a figure of several: the focused one is always among them. */
export function togetherOf(having: readonly Run[], focus: Run | null): Run[] {
  const first = having.slice(0, MOST_TOGETHER);
  return focus && !first.includes(focus) ? [...first.slice(0, -1), focus] : first;
}

/** Call while the component is made. Requests nothing while `active` is false. */
export function tensorData(tag: () => Tag, active: () => boolean): TensorData {
  const { view, selection } = useShell();
  let isFirst = $state(true);
  const having = $derived(runsHaving(selection.shown, tag()));
  const several = $derived(having.length > 1);
  const focus = $derived(focusOf(having, view.own('histograms.run')));
  const drawn = $derived(runsTogether.of(view) ? togetherOf(having, focus) : focus ? [focus] : []);

  // One run's percentiles come with its buckets; those of all runs may wait until these are here.
  const bands = bandsQuery(() =>
    active() && several && (!isFirst || commonRange.of(view))
      ? { tag: tag().tag, runs: having.slice(0, MOST_BANDS).map((run) => run.id) }
      : null,
  );
  const range = $derived<Range | null>(
    several && commonRange.of(view) && bands.value ? spanOf(bands.value) : null,
  );
  const buckets = bucketsQuery(() =>
    active() ? { tag: tag().tag, runs: drawn.map((run) => run.id), range } : null,
  );
  $effect(() => {
    if (buckets.value) isFirst = false;
  });

  const ridges = $derived(drawn.flatMap((run) => buckets.value?.filter((one) => one.run === run.id) ?? []));
  const series = $derived(ridges.find((one) => one.run === focus?.id) ?? null);
  const percentiles = $derived(
    several
      ? (bands.value ?? []).filter((one) => having.some((run) => run.id === one.run))
      : series
        ? [series]
        : [],
  );
  const everything = $derived([...(series ? [series] : []), ...ridges, ...percentiles]);
  const distinct = (of: (one: HistogramSeries) => string): string[] => [
    ...new Set(everything.map(of).filter((text) => text !== '')),
  ];
  const faults = $derived(
    distinct(({ run, faults: all }) => {
      const text = faultText(all);
      return text && several ? `${selection.label(run)}: ${text}` : text;
    }),
  );
  const strays = $derived(
    distinct((one) => {
      const text = strayValues(one);
      return text && several ? `${text} in ${selection.label(one.run)}` : text;
    }),
  );

  return {
    get having() {
      return having;
    },
    get focus() {
      return focus;
    },
    get series() {
      return series;
    },
    get ridges() {
      return ridges;
    },
    get percentiles() {
      return percentiles;
    },
    get range() {
      return range;
    },
    get strays() {
      return strays;
    },
    get faults() {
      return faults;
    },
    get error() {
      return buckets.error ?? bands.error;
    },
    get isComplete() {
      return series !== null && (!several || bands.value !== null);
    },
    retry: () => {
      buckets.retry();
      bands.retry();
    },
  };
}
