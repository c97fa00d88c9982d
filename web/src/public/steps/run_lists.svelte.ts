// What the shown runs logged under a tag, one list per run, as reactive state, with the current step.
import { Columns } from '../../data/columns.ts';
import { itemLists, type Items } from '../../data/items.ts';
import type { KindsWith } from '../../data/kind_query.ts';
import type { Tag } from '../../data/shapes.ts';
import { useShell } from '../context.ts';
import { liveQuery } from '../live_query.svelte.ts';

export interface RunLists {
  readonly lists: readonly Items[];
  /** The first few of them, or all after `showAll`. */
  readonly shown: readonly Items[];
  /** The ruler's step, or else the latest of all runs: a run that shows another step names it. */
  readonly currentStep: number;
  /** Whether the list has arrived, be it empty. */
  readonly isLoaded: boolean;
  readonly error: { message: string } | null;
  retry(): void;
  showAll(): void;
}

const FEW_RUNS = 12;

/** Call while a component is created; `ask` is tracked like any derived value. */
export function runLists(kind: KindsWith<'items'>, ask: () => { tag: Tag; active: boolean }): RunLists {
  const { selection, view } = useShell();
  const { tag, active } = $derived(ask());
  let all = $state(false);

  const runs = $derived(tag.runs.filter((id) => selection.shownIds.has(id)));
  const answer = liveQuery(
    () =>
      active && runs.length > 0 ? { kind, query: 'items', params: { tags: [tag.tag], runs }, runs } : null,
    (bytes) => itemLists(new Columns(bytes)),
  );
  const lists = $derived.by(() => {
    const byRun = new Map(answer.value?.map((items) => [items.run, items]));
    return selection.shown.flatMap((run) => byRun.get(run.id) ?? []);
  });
  const shown = $derived(all ? lists : lists.slice(0, FEW_RUNS));
  const currentStep = $derived(
    view.state.step ??
      lists.reduce((latest, items) => Math.max(latest, items.steps.at(-1) ?? -Infinity), -Infinity),
  );

  return {
    get lists() {
      return lists;
    },
    get shown() {
      return shown;
    },
    get currentStep() {
      return currentStep;
    },
    get isLoaded() {
      return answer.value !== null;
    },
    get error() {
      return answer.error;
    },
    retry: () => answer.retry(),
    showAll() {
      all = true;
    },
  };
}
