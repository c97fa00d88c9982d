// The server's index of nearest neighbors of very many points: it is made, and stays wanted, while a point is picked.
import { asJson } from '../../data/api.ts';
import { fetchQuery } from '../../data/kind_query.ts';
import type { EmbeddingKey } from '../../kinds/embedding/embeddings.ts';
import type { ProjectorSettings } from './settings.ts';

type IndexParams = EmbeddingKey & { metric: 'cosine' | 'euclidean'; sphereize: boolean };

interface IndexState {
  state: 'exact' | 'waiting' | 'running' | 'done' | 'failed';
  iteration: number | null;
  iterations: number;
}

/** Below so many points the server compares all of them. */
const MOST_EXACT = 100_000;
const POLL_MS = 1000;

/** The share that is indexed, from 0 to 1; null where nothing is being indexed. Call while a component is made. */
export function neighborIndex(
  key: () => EmbeddingKey | null,
  nPoints: () => number,
  settings: ProjectorSettings,
): { readonly share: number | null } {
  let share = $state<number | null>(null);
  const wanted = $derived(
    settings.point !== null && nPoints() > MOST_EXACT && key()
      ? JSON.stringify({ ...key(), metric: settings.metric, sphereize: settings.isSphereized })
      : null,
  );
  $effect(() => {
    share = null;
    if (wanted === null) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const found = await stateOf(JSON.parse(wanted) as IndexParams, abort.signal);
      if (abort.signal.aborted) return;
      const isUnderWay = found.state === 'running' || found.state === 'waiting';
      share = isUnderWay ? (found.iteration ?? 0) / Math.max(1, found.iterations) : null;
      if (isUnderWay) timer = setTimeout(again, POLL_MS);
    };
    // Without an index neighbors are found all the same: nothing to tell where it cannot be made.
    const again = (): void => void ask().catch(() => (share = null));
    again();
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  });
  return {
    get share() {
      return share;
    },
  };
}

async function stateOf(params: IndexParams, signal: AbortSignal): Promise<IndexState> {
  return asJson<IndexState>(await fetchQuery({ kind: 'embedding', query: 'neighbor_index', params }, signal));
}
