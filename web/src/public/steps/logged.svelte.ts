// The steps at which shown runs logged something of a kind: what the ruler moves along.
import { Columns } from '../../data/columns.ts';
import type { KindsWith } from '../../data/kind_query.ts';
import { whenIdle } from '../../widgets/idle.ts';
import { liveQuery } from '../live_query.svelte.ts';
import { useShell } from '../context.ts';
import { matcher } from '../filters/filter.ts';

const PATIENCE_MS = 250;

/** Call while a component is made; ascending, each once, over all tags that pass the filter. */
export function loggedSteps(kind: KindsWith<'steps'>): { readonly value: readonly number[] } {
  const { board, view, selection } = useShell();
  const tags = $derived.by(() => {
    const filter = matcher(view.state.tagFilter);
    return board.tags.filter((tag) => tag.kind === kind && filter.test(tag.tag)).map((tag) => tag.tag);
  });
  const all = $derived(selection.shown.length === board.runs.length);
  // The cards in sight are requested first.
  let isTime = $state(false);
  $effect(() => {
    return whenIdle(() => (isTime = true), PATIENCE_MS);
  });
  const answer = liveQuery(
    () =>
      isTime && tags.length > 0
        ? {
            kind,
            query: 'steps',
            params: {
              tags: view.state.tagFilter === '' ? null : tags,
              runs: all ? null : [...selection.shownIds],
            },
            runs: null,
          }
        : null,
    (bytes) => [...new Columns(bytes).numbers('step')],
  );
  const value = $derived(tags.length > 0 ? (answer.value ?? []) : []);
  return {
    get value() {
      return value;
    },
  };
}
