// A kind's answer as reactive state: requested when the question changes or its runs grow; the old answer stays meanwhile.
//
//   const answer = liveQuery(
//     () => (active ? { kind: 'text', query: 'items', params: { tags: [tag.tag], runs }, runs } : null),
//     (bytes) => itemLists(new Columns(bytes)),
//   );
//   … {#if answer.value}, answer.error, answer.loading, answer.retry()
//
// The card that shows the answer calls it and passes the parts down; what only draws takes them as properties.
import { untrack } from 'svelte';
import { AnswerCache } from '../data/answer_cache.ts';
import { fetchQuery, type KindQuery } from '../data/kind_query.ts';
import type { Pace } from '../data/request_loop.ts';
import { useShell } from './context.ts';
import { ReactiveQuery } from './reactive_query.svelte.ts';

export type KindQuestion = KindQuery & {
  /** Runs whose growth makes the answer stale; null: any. */
  runs: readonly number[] | null;
  /** Anything else whose change makes the answer stale, such as the tags that are known. */
  staleWith?: unknown;
};

export interface Answer<T> {
  /** The last answer; that of an earlier question until the new one is here. */
  readonly value: T | null;
  readonly error: Error | null;
  readonly loading: boolean;
  /** Ask again after an error. */
  retry(): void;
}

const cache = new AnswerCache();

/** Call while a component is made; `what` is followed like any derived value, null asks nothing. */
export function liveQuery<T>(
  what: () => KindQuestion | null,
  decode: (bytes: ArrayBuffer, question: KindQuery) => T,
  pace: Pace = {},
): Answer<T> {
  const { board, live } = useShell();
  // By its text, so that an equal question in a new object is not requested again.
  const question = $derived(JSON.stringify(what()));

  const query = new ReactiveQuery<KindQuery & Pick<KindQuestion, 'staleWith'>, T>({
    ...pace,
    fetch: fetchQuery,
    decode,
    generations: board.generations,
    cache,
  });

  $effect(() => {
    const wanted = JSON.parse(question) as KindQuestion | null;
    untrack(() => {
      if (!wanted) return query.ask(null);
      const { runs, ...rest } = wanted;
      query.ask(rest, runs);
    });
  });
  $effect(() => {
    const isPaused = live.paused;
    untrack(() => query.hold(isPaused));
  });
  $effect(() => () => query.stop());

  return query;
}
