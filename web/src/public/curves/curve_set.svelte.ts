// The curves of a card, requested again as runs grow, and the name and color of each.
import { decodeCurves, plainTag, type Curve } from '../../data/curves.ts';
import type { Tag } from '../../data/shapes.ts';
import { liveQuery } from '../live_query.svelte.ts';
import { slotColor, type RunColor } from '../runs/colors.ts';
import { useShell } from '../context.ts';

export interface CurveSet {
  readonly curves: readonly Curve[];
  readonly nLeftOff: number;
  readonly error: Error | null;
  readonly loading: boolean;
  retry(): void;
  color(curve: Curve): RunColor;
  label(curve: Curve): string;
}

/** Call while a component is made. `tags`: whose curves share the plot; nothing is requested while not `active`. */
export function curveSet(tags: () => readonly Tag[], active: () => boolean): CurveSet {
  const { view, selection } = useShell();
  const runs = $derived(
    [...new Set(tags().flatMap((tag) => tag.runs))].filter((id) => selection.shownIds.has(id)),
  );
  const answers = (['pr_curve', 'roc_curve'] as const).map((kind) =>
    liveQuery(() => {
      const names = tags()
        .filter((tag) => tag.kind === kind)
        .map((tag) => tag.tag);
      if (!active() || names.length === 0 || runs.length === 0) return null;
      return { kind, query: 'curve', params: { tags: names, runs, step: view.state.step }, runs };
    }, decodeCurves),
  );
  const wanted = $derived(new Set(tags().map((tag) => tag.tag)));
  const curves = $derived(
    answers
      .flatMap((one) => one.value?.curves ?? [])
      .filter((curve) => selection.shownIds.has(curve.run) && wanted.has(curve.tag)),
  );
  const classes = $derived([...new Set(curves.map((curve) => curve.tag))]);
  // With one run its classes take the colors; with several the runs keep theirs, and dashes tell classes apart.
  const byClass = $derived(classes.length > 1 && new Set(curves.map((curve) => curve.run)).size === 1);

  return {
    get curves() {
      return curves;
    },
    get nLeftOff() {
      return answers.reduce((n, one) => n + (one.value?.n_left_off ?? 0), 0);
    },
    get error() {
      return answers.find((one) => one.error)?.error ?? null;
    },
    get loading() {
      return curves.length === 0 && answers.some((one) => one.loading);
    },
    retry() {
      for (const one of answers) one.retry();
    },
    color(curve) {
      const at = classes.indexOf(curve.tag);
      if (byClass) return slotColor(at);
      const own = selection.color(curve.run);
      return classes.length > 1 ? { ...own, dash: slotColor(12 * at).dash } : own;
    },
    label(curve) {
      const short = plainTag(curve.tag).slice(plainTag(curve.tag).lastIndexOf('/') + 1);
      const run = selection.shortLabel(curve.run, 40);
      if (classes.length <= 1) return run;
      return byClass ? short : `${short} · ${run}`;
    },
  };
}
