// How far the server has read the files of an embedding that is not here yet.
import { asJson } from '../../data/api.ts';
import { fetchQuery } from '../../data/kind_query.ts';
import type { EmbeddingKey } from '../../kinds/embedding/embeddings.ts';

interface Reading {
  state: 'closed' | 'reading' | 'ready';
  bytes_done: number;
  bytes_total: number;
}

/** Small files are there before anyone asks. */
const POLL_MS = 300;

/** The share that is read, from 0 to 1; null while nothing is known. Call while a component is made. */
export function readingProgress(key: () => EmbeddingKey | null): { readonly share: number | null } {
  let share = $state<number | null>(null);
  const text = $derived(JSON.stringify(key()));
  $effect(() => {
    const wanted = JSON.parse(text) as EmbeddingKey | null;
    share = null;
    if (!wanted) return;
    const abort = new AbortController();
    const timer = setInterval(() => {
      void progressOf(wanted, abort.signal)
        .then(({ state, bytes_done, bytes_total }) => {
          share = state === 'reading' && bytes_total > 0 ? bytes_done / bytes_total : null;
        })
        .catch(() => undefined);
    }, POLL_MS);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  });
  return {
    get share() {
      return share;
    },
  };
}

async function progressOf({ run, name, step }: EmbeddingKey, signal: AbortSignal): Promise<Reading> {
  const params = { run, name, step };
  return asJson<Reading>(await fetchQuery({ kind: 'embedding', query: 'progress', params }, signal));
}
