// What the shown runs logged under a tag, run by run, as reactive state: the lists, and the step that is looked at.
import { Columns } from '../../data/columns.ts';
import { itemLists, type Items } from '../../data/items.ts';
import type { Tag } from '../../data/shapes.ts';
import { liveQuery } from '../live_query.svelte.ts';
import { useShell } from '../context.ts';

export interface RunsStatus {
  lists: readonly Items[];
  error: { message: string } | null;
  loading: boolean;
  retry: () => void;
}

export interface RunLists {
  readonly lists: readonly Items[];
  /** The first few of them, or all once these are asked for. */
  readonly shown: readonly Items[];
  /** The step of the ruler, or else the latest of all runs: who shows another one names it. */
  readonly looked: number;
  showAll(): void;
}

const FEW = 12;

/** Call while a component is made; `ask` is followed like any derived value. */
export function runLists(
  kind: string,
  ask: () => { tag: Tag; active: boolean; step: number | null },
  onStatus: (status: RunsStatus) => void,
): RunLists {
  const { selection } = useShell();
  const { tag, active, step } = $derived(ask());
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
  const shown = $derived(all ? lists : lists.slice(0, FEW));
  const looked = $derived(
    step ?? lists.reduce((most, items) => Math.max(most, items.steps.at(-1) ?? -Infinity), -Infinity),
  );

  $effect(() =>
    onStatus({
      lists,
      error: answer.error,
      loading: answer.loading && !answer.value,
      retry: () => answer.retry(),
    }),
  );

  return {
    get lists() {
      return lists;
    },
    get shown() {
      return shown;
    },
    get looked() {
      return looked;
    },
    showAll() {
      all = true;
    },
  };
}
